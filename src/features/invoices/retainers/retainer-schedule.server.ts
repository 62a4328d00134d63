import { randomUUID } from "node:crypto";
import { and, asc, eq, ne } from "drizzle-orm";
import { emailInvoice } from "#features/invoices/delivery/invoice-delivery.server.ts";
import { clientFields } from "#features/invoices/document/invoice-document.ts";
import { daysAfter, firmDay } from "#features/invoices/invoice-days.ts";
import { insertInvoice } from "#features/invoices/invoices.server.ts";
import type { Invoice } from "#features/invoices/invoices.table.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { pick } from "#lib/pick.ts";
import { fillPlaceholders, occurrencesFrom } from "#lib/recurring/occurrences.ts";
import { counted } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import { retainerRecord } from "./retainers.record.ts";
import { dueDay, storeOccurrence } from "./retainers.server.ts";
import { type Retainer, retainersTable } from "./retainers.table.ts";

type ScheduleDeps = Pick<Deps, "db" | "clock" | "jobs" | "settings">;

/** What is later than this isn't emailed, because by then staff may have billed it in another way. */
const latestDays = 7;

/** Writes all invoices that are due, oldest first, also after a downtime. Several processes may do so at once. */
export async function writeDueInvoices(deps: ScheduleDeps): Promise<void> {
	const { created_at, id, status } = retainersTable;
	const rows = await deps.db.select().from(retainersTable).where(ne(status, "ended")).orderBy(asc(created_at));
	const day = dueDay(deps.clock());
	for (const row of rows.filter((each) => isOver(each, day) || dueOf(each, day).length > 0)) {
		await deps.db.transaction(async (tx) => {
			const isRunning = and(eq(id, row.id), ne(status, "ended"));
			// If another process has it, that one does the work.
			const [locked] = await tx.select().from(retainersTable).where(isRunning).for("update", { skipLocked: true });
			if (locked) await writeInvoicesOf(deps, tx, locked, day);
		});
	}
}

const dueOf = (row: Retainer, day: string) =>
	row.status === "active" ? occurrencesFrom(row, row.next_n, { until: day }) : [];

const isOver = ({ ends_on }: Retainer, day: string) => ends_on !== null && ends_on < day;

/** All that is due of one retainer, its numbers and emails included, or nothing. */
async function writeInvoicesOf(deps: ScheduleDeps, tx: Database, row: Retainer, day: string): Promise<void> {
	const now = deps.clock();
	const today = firmDay(now);
	const isForeign = row.currency !== site.currency;
	const due = dueOf(row, day);
	const drafts: Invoice[] = [];
	for (const occurrence of due) {
		const input = {
			...pick(row, [...clientFields, "tax_rate", "terms", "notes"]),
			due_date: daysAfter(today, row.due_in_days),
			items: row.items.map((item) => ({ ...item, description: fillPlaceholders(item.description, occurrence) })),
		};
		const invoice = await insertInvoice(tx, now, input, { id: randomUUID(), save_ids: [], currency: row.currency });
		await storeOccurrence(tx, row.id, occurrence, { invoice_id: invoice.id });
		const isLate = occurrence.day < daysAfter(today, -latestDays);
		if (row.delivery === "draft" || isForeign || isLate) drafts.push(invoice);
		else await emailInvoice(deps, tx, invoice, true);
	}
	await tx
		.update(retainersTable)
		.set({ next_n: row.next_n + due.length, ...(isOver(row, day) && { status: "ended" }) })
		.where(eq(retainersTable.id, row.id));
	if (drafts.length > 0) await notifyStaff(deps, tx, row, drafts, isForeign);
}

/** One email about all drafts, which nobody would look for otherwise. */
async function notifyStaff(
	deps: ScheduleDeps,
	tx: Database,
	{ id, name, client_name, currency, delivery }: Retainer,
	invoices: Invoice[],
	isForeign: boolean,
): Promise<void> {
	const { mail, siteUrl } = deps.settings;
	if (!mail.staffEmail) return;
	const what = counted(invoices.length, "invoice");
	const saved = invoices.length === 1 ? "it as a draft" : "them as drafts";
	const reason = isForeign
		? `The retainer is in ${currency}, but the firm's currency is now ${site.currency}.`
		: delivery === "send"
			? `${what} came more than ${latestDays} days late.`
			: `${what} came due.`;
	const letter = composeLetter({
		subject: `Please check ${what}: ${name}`,
		heading: `${what} to check`,
		paragraphs: [`${reason} The program saved ${saved}. Nothing was emailed to the client.`],
		facts: [
			{ label: "Retainer", value: name },
			{ label: "Client", value: client_name },
			{ label: "Invoices", value: invoices.map(({ invoice_number }) => invoice_number).join(", ") },
		],
		action: { label: "Open the retainer", link: new URL(retainerRecord.path(id), siteUrl).href },
		closing: "Check each draft, then send it or delete it.",
	});
	await queueMail(deps, tx, { kind: "notice", record: { table: "retainers", id }, to: mail.staffEmail, ...letter });
}
