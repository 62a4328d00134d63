import { eq, sql } from "drizzle-orm";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { amountDecimals } from "#lib/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";

/**
 * Invoices of an earlier version have no currency: they get the firm's, which the database doesn't have. Without the triggers, because
 * no one has changed anything. Call it before requests, and after a restore.
 */
export async function fillCurrencies(db: Database): Promise<void> {
	const isUnknown = eq(invoicesTable.currency, "");
	if ((await db.$count(invoicesTable, isUnknown)) === 0) return;
	await db.transaction(async (tx) => {
		await tx.execute(sql`alter table invoices disable trigger user`);
		await tx.update(invoicesTable).set({ currency: site.currency, minor_digits: amountDecimals }).where(isUnknown);
		await tx.execute(sql`alter table invoices enable trigger user`);
	});
}
