import { eq, sql } from "drizzle-orm";
import { queueInvoiceMail } from "#features/invoices/delivery/invoice-delivery.server.ts";
import { firmDay } from "#features/invoices/invoice-days.ts";
import { maxMissingCharacters, missingCharactersMessage } from "#features/invoices/invoices.schema.ts";
import { lockInvoice } from "#features/invoices/invoices.server.ts";
import type { Invoice } from "#features/invoices/invoices.table.ts";
import { listCreditNotes } from "#features/invoices/ledger/entries.server.ts";
import { once, refused, restOf, stillDraft, writeToLedger } from "#features/invoices/ledger/write.server.ts";
import { isQueuedSince } from "#features/mails/mail-outbox.server.ts";
import { moneyIn } from "#lib/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import { invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { missingCharacters } from "#platform/typst/missing-characters.server.ts";
import { creditTax, type NewCreditNote, netLeft } from "./credit-notes.schema.ts";
import { type CreditNote, creditNoteCountersTable, creditNotesTable } from "./credit-notes.table.ts";

type Tools = Pick<Deps, "clock" | "jobs" | "settings">;

/**
 * Credits a part of an invoice's net amount, or what is left of it, with its tax; once for each id. Call it in a transaction.
 * @throws {HttpError} 404, 409, or 422 for a reason that the PDF can't show
 */
export function createCreditNote(
	tools: Tools,
	tx: Database,
	invoice_id: string,
	{ id, reason, net_minor, full }: NewCreditNote,
	created_by: string,
) {
	const given = { invoice_id, reason, ...(!full && { net_minor }) };
	return once(
		tx,
		invoice_id,
		() => findCreditNote(tx, id),
		given,
		async (invoice) => {
			requireReadable(reason);
			if (invoice.status === "draft") throw stillDraft();
			const amounts = amountsOf(invoice, await listCreditNotes(tx, invoice_id), full ? undefined : net_minor);
			const issue_date = firmDay(tools.clock());
			const credit_number = await takeNumber(tx, Number(issue_date.slice(0, 4)));
			const row = { id, invoice_id, credit_number, issue_date, reason, ...amounts, created_by };
			await writeToLedger(
				tools,
				tx,
				invoice,
				{ settled: restOf(invoice), author: created_by },
				() => tx.insert(creditNotesTable).values(row).onConflictDoNothing({ target: creditNotesTable.id }).returning(),
				{
					action: "credit",
					minor: amounts.net_minor + amounts.tax_minor,
					day: issue_date,
					more: { number: { new: credit_number } },
				},
			);
		},
	);
}

/**
 * The net amount and its tax.
 * @param net what is left, if it isn't given
 * @throws {HttpError} 409 if less is left
 */
function amountsOf(invoice: Invoice, earlier: CreditNote[], net?: number) {
	const left = netLeft(invoice, earlier);
	if (left <= 0) throw refused("nothing_to_credit", "This invoice has been credited in full.");
	const net_minor = net ?? left;
	if (net_minor > left)
		throw refused(
			"credit_too_large",
			`Only ${moneyIn(invoice.currency).formatMinor(left)} of this invoice is left to credit.`,
		);
	return { net_minor, tax_minor: creditTax(invoice, earlier, net_minor) };
}

/** The client reads it in the PDF, which can't be corrected later. */
function requireReadable(reason: string): void {
	const missing = missingCharacters(reason, maxMissingCharacters);
	if (missing.length > 0) throw invalidInput({ reason: missingCharactersMessage(missing) });
}

/** 'CN-2026-0001'. As with invoices, the lock on the year's row makes simultaneous notes wait for each other. */
async function takeNumber(tx: Database, year: number): Promise<string> {
	const last_number = sql`${creditNoteCountersTable.last_number} + 1`;
	const [counter] = await tx
		.insert(creditNoteCountersTable)
		.values({ year, last_number: 1 })
		.onConflictDoUpdate({ target: creditNoteCountersTable.year, set: { last_number } })
		.returning();
	if (!counter) throw new Error("the counter returned no row");
	return `CN-${year}-${String(counter.last_number).padStart(4, "0")}`;
}

async function findCreditNote(db: Database, id: string): Promise<CreditNote | undefined> {
	const [row] = await db.select().from(creditNotesTable).where(eq(creditNotesTable.id, id));
	return row;
}

/** @throws {HttpError} 404 */
export async function getCreditNote(db: Database, id: string): Promise<CreditNote> {
	const note = await findCreditNote(db, id);
	if (!note) throw notFound("This credit note");
	return note;
}

/** Emails the note to the client, as a PDF. @param arrived when the request did: of several at the same time, one sends */
export async function sendCreditNote(tools: Tools, tx: Database, id: string, arrived?: Date): Promise<void> {
	const note = await getCreditNote(tx, id);
	const invoice = await lockInvoice(tx, note.invoice_id);
	if (await isQueuedSince(tx, arrived, "credit_note", { table: "invoices", id: invoice.id })) return;
	await queueInvoiceMail(tools, tx, invoice, { kind: "credit_note", note });
}
