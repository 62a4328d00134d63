import { eq } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { documentOf, type InvoiceDocument, isOpen, isUnpaid } from "#features/invoices/document/invoice-document.ts";
import {
	type CreditNoteDocument,
	renderCreditNotePdf,
	renderInvoicePdf,
} from "#features/invoices/document/invoice-pdf.server.ts";
import { pdfFilename } from "#features/invoices/document/invoice-pdf-headers.ts";
import { missingFromPdf } from "#features/invoices/document/missing-from-pdf.server.ts";
import { presentInvoice } from "#features/invoices/invoices.record.server.ts";
import {
	type InvoiceMailKind,
	invoiceStatusLabels,
	missingCharactersMessage,
	type SettledStatus,
	settledStatusOf,
} from "#features/invoices/invoices.schema.ts";
import {
	getInvoice,
	type InvoiceWithItems,
	invoiceNotFound,
	lockInvoice,
	withItems,
} from "#features/invoices/invoices.server.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { attachToMail, failMail, insertMail, isQueuedSince } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict } from "#platform/http/http-errors.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { raised } from "#platform/records/version.server.ts";
import { linkForMail, linkToSend } from "./invoice-links.server.ts";
import {
	creditNoteMail,
	invoiceMail,
	type ReceivedPayment,
	receiptMail,
	reminderMail,
} from "./invoice-mails.server.ts";
import { publicPath } from "./invoice-token.server.ts";

/** Makes the PDF outside of the request and hands the finished email to the outbox, which retries on its own. */
export const invoiceMailJobs: JobKind = {
	name: "invoice-mail",
	retryLimit: 5,
	retryDelay: 10,
	retryDelayMax: 600,
	expireInSeconds: 120,
};

/** The invoice as it was when it was sent. A later change must not affect an email that is already on its way. */
type InvoiceMailJob = {
	mail: string;
	invoice: InvoiceDocument;
	/** What is attached instead. */
	note?: CreditNoteDocument;
	/** No one has asked for this email, so no one has accepted characters that the PDF lacks. */
	automatic: boolean;
};

export function sendInvoiceMails(deps: Pick<Deps, "jobs" | "db">): Promise<void> {
	const attachPdf = async ({ mail, invoice, note, automatic }: InvoiceMailJob) => {
		const pdf = await (note ? renderCreditNotePdf(invoice, note) : renderInvoicePdf(invoice));
		const attachments = [
			{
				filename: pdfFilename(note?.credit_number ?? invoice.invoice_number),
				contentType: "application/pdf",
				content: Buffer.from(pdf).toString("base64"),
			},
		];
		// Only a person may accept missing characters.
		const missing = automatic ? missingFromPdf(invoice, invoice.items) : [];
		const refusal = missing.length > 0 ? missingCharactersMessage(missing) : undefined;
		await attachToMail(deps, mail, attachments, refusal);
	};
	return deps.jobs.work<InvoiceMailJob>(invoiceMailJobs, attachPdf, ({ mail }) =>
		failMail(deps.db, mail, "The PDF couldn't be created."),
	);
}

const isSentSince = (tx: Database, arrived: Date | undefined, kind: InvoiceMailKind, id: string) =>
	isQueuedSince(tx, arrived, kind, { table: "invoices", id });

/**
 * Emails the invoice to its client, for the first time or again. A draft becomes sent.
 * @param evenIf the settled status despite which the invoice is sent
 * @param arrived when the request did: of several at the same time, one sends
 * @throws {HttpError} 404, or 409 if nothing is owed and the caller does not seem to know
 */
export function sendInvoice(
	deps: Pick<Deps, "db" | "clock" | "jobs" | "settings">,
	id: string,
	evenIf?: SettledStatus,
	arrived?: Date,
): Promise<InvoiceWithItems> {
	return deps.db.transaction(async (tx) => {
		const [before] = await tx.select().from(invoicesTable).where(eq(invoicesTable.id, id)).for("update");
		const settled = before && settledStatusOf(before.status);
		if (settled && settled !== evenIf) throw alreadySettled(before, settled);
		if (!before) throw invoiceNotFound();
		if (await isSentSince(tx, arrived, "invoice", id)) return withItems(tx, before);
		return emailInvoice(deps, tx, before, false);
	});
}

/** Emails an invoice that the caller has locked, or has just written. @param automatic as of `InvoiceMailJob` */
export async function emailInvoice(
	deps: Pick<Deps, "clock" | "jobs" | "settings">,
	tx: Database,
	before: Invoice,
	automatic: boolean,
): Promise<InvoiceWithItems> {
	const now = deps.clock();
	const isDraft = before.status === "draft";
	const row = await updateRow(tx, invoicesTable, eq(invoicesTable.id, before.id), {
		...(isDraft && { status: "sent", version: raised(invoicesTable.version) }),
		sent_at: now,
		...linkToSend(before, deps.settings, now),
	});
	if (!row) throw invoiceNotFound();
	return queueInvoiceMail(deps, tx, row, { kind: "invoice", automatic });
}

/**
 * Reminds the client of an unpaid invoice now. The days on which reminders are sent automatically stay as they are.
 * @param arrived when the request did: of several at the same time, one sends
 * @throws {HttpError} 404, or 409 if the client owes nothing
 */
export function remindClient(
	deps: Pick<Deps, "db" | "clock" | "jobs" | "settings">,
	id: string,
	arrived?: Date,
): Promise<InvoiceWithItems> {
	return deps.db.transaction(async (tx) => {
		// Locked, so that a payment that is being recorded comes before or after.
		const row = await lockInvoice(tx, id);
		if (!isOpen(row)) throw nothingToRemindOf(row);
		if (await isSentSince(tx, arrived, "reminder", id)) return withItems(tx, row);
		return queueInvoiceMail(deps, tx, row, { kind: "reminder" });
	});
}

/**
 * Reminds the clients of many invoices now, each as `remindClient` does. What has been paid meanwhile is left out, and so is an
 * invoice whose PDF would show boxes, because no one has seen them.
 */
export async function remindOfMany(
	deps: Pick<Deps, "db" | "clock" | "jobs" | "settings">,
	ids: string[],
	arrived?: Date,
): Promise<{ reminded: string[]; settled: string[]; unreadable: string[] }> {
	const outcome = { reminded: [] as string[], settled: [] as string[], unreadable: [] as string[] };
	// Locked in a fixed order, so that two members of staff who do this can't deadlock.
	for (const id of [...new Set(ids)].sort()) {
		const [row] = await deps.db.select().from(invoicesTable).where(eq(invoicesTable.id, id)).for("update");
		if (!row) continue;
		const { invoice_number } = row;
		if (!isOpen(row)) outcome.settled.push(invoice_number);
		else if (await showsBoxes(deps, row)) outcome.unreadable.push(invoice_number);
		else {
			if (!(await isSentSince(deps.db, arrived, "reminder", id)))
				await queueInvoiceMail(deps, deps.db, row, { kind: "reminder" });
			outcome.reminded.push(invoice_number);
		}
	}
	return outcome;
}

const showsBoxes = async ({ db }: Pick<Deps, "db">, row: Invoice): Promise<boolean> =>
	missingFromPdf(row, (await withItems(db, row)).invoice_items).length > 0;

const nothingToRemindOf = (invoice: Invoice) =>
	conflict(
		isUnpaid(invoice.status)
			? "Nothing is open on this invoice, so no reminder was sent."
			: `This invoice's status is ${invoiceStatusLabels[invoice.status]}, so no reminder was sent.`,
		presentInvoice(invoice),
	);

const alreadySettled = (invoice: Invoice, status: SettledStatus) =>
	conflict(
		`This invoice's status is ${invoiceStatusLabels[status]}, so it wasn't sent. To send it anyway, choose Send Anyway.`,
		presentInvoice(invoice),
	);

/** The email as it would be sent now. Before the first sending makes a link, its button leads to the site. */
export async function previewInvoiceMail(
	{ db, clock, settings }: Pick<Deps, "db" | "clock" | "settings">,
	id: string,
	kind: InvoiceMailKind,
): Promise<LetterContent> {
	const invoice = await getInvoice(db, id);
	const now = clock();
	const works = invoice.public_expires_at !== null && invoice.public_expires_at > now;
	const link = works ? addressOf(publicPath(invoice, settings), settings) : undefined;
	return composers[kind](documentOf(invoice, now), link ?? (kind === "invoice" ? settings.siteUrl : undefined));
}

const composers = { invoice: invoiceMail, reminder: reminderMail };

const addressOf = (path: string | null, { siteUrl }: Deps["settings"]) =>
	path === null ? undefined : new URL(path, siteUrl).href;

type Occasion =
	| { kind: InvoiceMailKind; automatic?: boolean }
	| { kind: "receipt"; payment: ReceivedPayment }
	| { kind: "credit_note"; note: CreditNoteDocument };

function letterOf(occasion: Occasion, document: InvoiceDocument, link: string | undefined): LetterContent {
	if (occasion.kind === "receipt") return receiptMail(document, occasion.payment, link);
	if (occasion.kind === "credit_note") return creditNoteMail(document, occasion.note, link);
	return composers[occasion.kind](document, link);
}

/** Queues the email in the caller's transaction, together with the change that it belongs to. */
export async function queueInvoiceMail(
	{ clock, jobs, settings }: Pick<Deps, "clock" | "jobs" | "settings">,
	tx: Database,
	row: Invoice,
	occasion: Occasion,
): Promise<InvoiceWithItems> {
	const now = clock();
	const { kind } = occasion;
	const isReminder = kind === "reminder" && settings.mail.smtpUrl !== undefined;
	if (isReminder) await tx.update(invoicesTable).set({ reminded_at: now }).where(eq(invoicesTable.id, row.id));
	const invoice = await withItems(tx, isReminder ? { ...row, reminded_at: now } : row);
	const document = documentOf(invoice, now);
	const path = await linkForMail(tx, settings, row, now);
	const link = addressOf(path, settings);
	const { id: mail } = await insertMail(tx, {
		kind,
		...(path !== null && { token: path.split("/").at(-1), linkFor: "invoice" }),
		record: { table: "invoices", id: row.id },
		to: document.client_email,
		...letterOf(occasion, document, link),
	});
	// What is sent shows in the invoice itself; a reminder changes nothing there.
	if (kind === "reminder")
		await noteAct(tx, { action: "remind", table: "invoices", id: row.id, label: row.invoice_number });
	const automatic = "automatic" in occasion && occasion.automatic === true;
	const note = "note" in occasion ? occasion.note : undefined;
	await jobs.send(tx, invoiceMailJobs, {
		mail,
		invoice: document,
		automatic,
		...(note && { note }),
	} satisfies InvoiceMailJob);
	return invoice;
}
