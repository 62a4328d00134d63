import { and, eq, gt, gte, inArray, lt, lte, notExists, sql } from "drizzle-orm";
import { daysAfter, firmDay } from "#features/invoices/invoice-days.ts";
import { type Invoice, invoiceRemindersTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { writeDueInvoices } from "#features/invoices/retainers/retainer-schedule.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { repeat } from "#platform/jobs/repeat.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { raised } from "#platform/records/version.server.ts";
import { site } from "#site.config.ts";
import { queueInvoiceMail } from "./invoice-delivery.server.ts";

/** Both steps are cheap, and running them again changes nothing, so they simply run often. */
const everyMs = 60_000;
const retainersEveryMs = 10 * everyMs;

/** Does what is due by date, now and from then on. The start also catches up on the time when the site was down. */
export function startInvoiceSchedule(deps: Deps): void {
	repeat(deps, everyMs, "the invoice schedule failed; retrying", async () => {
		await markOverdue(deps.db, deps.clock());
		await remindClients(deps, site.invoices.reminderDays);
	});
	repeat(deps, retainersEveryMs, "the invoices of retainers could not be written; retrying", () =>
		writeDueInvoices(deps),
	);
}

/**
 * Sent invoices of which something is open, and whose due date has passed in the firm's time zone, become overdue. This happens once for each due date,
 * so a status that staff choose afterwards stays.
 */
export async function markOverdue(db: Database, now: Date): Promise<void> {
	const { status, due_date, overdue_for, version, balance_minor } = invoicesTable;
	const isPastDue = and(eq(status, "sent"), gt(balance_minor, 0), lt(due_date, firmDay(now)));
	await db
		.update(invoicesTable)
		.set({ status: "overdue", overdue_for: sql`${due_date}`, version: raised(version) })
		.where(and(isPastDue, sql`${overdue_for} is distinct from ${due_date}`));
}

/**
 * Reminds clients of unpaid invoices on the given days after the due date, once for each invoice and day. If several
 * were missed, for example because the site was down, only the last one is emailed.
 */
export async function remindClients(
	deps: Pick<Deps, "db" | "clock" | "jobs" | "settings">,
	reminderDays: readonly number[],
): Promise<void> {
	const today = firmDay(deps.clock());
	const latestFirst = [...reminderDays].sort((a, b) => b - a);
	for (const [index, step] of latestFirst.entries()) {
		const passed = latestFirst.slice(index);
		for (const invoice of await withoutReminder(deps.db, step, daysAfter(today, -step))) {
			await deps.db.transaction(async (tx) => {
				const done = await tx
					.insert(invoiceRemindersTable)
					.values(passed.map((each) => ({ invoice_id: invoice.id, step: each })))
					.onConflictDoNothing()
					.returning();
				// Another process may have been faster.
				if (!done.some((reminder) => reminder.step === step)) return;
				await queueInvoiceMail(deps, tx, invoice, { kind: "reminder", automatic: true });
			});
		}
	}
}

function withoutReminder(db: Database, step: number, dueUntil: string): Promise<Invoice[]> {
	const reminder = db
		.select({ step: invoiceRemindersTable.step })
		.from(invoiceRemindersTable)
		.where(and(eq(invoiceRemindersTable.invoice_id, invoicesTable.id), gte(invoiceRemindersTable.step, step)));
	return db
		.select()
		.from(invoicesTable)
		.where(
			and(
				inArray(invoicesTable.status, ["sent", "overdue"]),
				gt(invoicesTable.balance_minor, 0),
				lte(invoicesTable.due_date, dueUntil),
				notExists(reminder),
			),
		);
}
