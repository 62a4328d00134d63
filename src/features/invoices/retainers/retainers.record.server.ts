import { moneyIn } from "#lib/money.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import { occurrencesFrom } from "#lib/recurring/occurrences.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { saveIdsOf } from "#platform/records/saves.server.ts";
import { retainerRecord } from "./retainers.record.ts";
import { retainerFields } from "./retainers.schema.ts";
import { type Retainer, retainersTable } from "./retainers.table.ts";

/** What leaves the server. */
export function presentRetainer(row: Retainer) {
	const { status, next_n, currency } = row;
	return {
		...pick(row, ["id", ...retainerFields, "currency", "status", "next_n", "version"]),
		state: status,
		/** The day of the next invoice; null if none will be written. */
		next_on: status === "active" ? (occurrencesFrom(row, next_n, { most: 1 })[0]?.day ?? null) : null,
		/** What each invoice comes to. */
		total_amount: moneyIn(currency).invoiceTotals(row.items, row.tax_rate).total_amount,
		save_ids: saveIdsOf(row),
		...withIsoDates(pick(row, ["created_at", "updated_at"])),
	};
}
export type PresentedRetainer = ReturnType<typeof presentRetainer>;

export const retainers: RecordSource<Retainer, PresentedRetainer> = {
	record: retainerRecord,
	table: retainersTable,
	present: presentRetainer,
};
