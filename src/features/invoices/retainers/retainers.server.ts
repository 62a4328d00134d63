import { desc, eq } from "drizzle-orm";
import { daysAfter, firmDay } from "#features/invoices/invoice-days.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { pick } from "#lib/pick.ts";
import { type Occurrence, occurrencesFrom } from "#lib/recurring/occurrences.ts";
import { dayMs, dayOfWall, wallAt } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import { getRecords, insertRow, required, theRecord, updateRow } from "#platform/records/records.server.ts";
import { createOnce, savedAs } from "#platform/records/saves.server.ts";
import { requireVersion } from "#platform/records/version.server.ts";
import { site } from "#site.config.ts";
import { presentRetainer, retainers } from "./retainers.record.server.ts";
import {
	mostDueAtStart,
	type NewRetainer,
	type RetainerInput,
	type RetainerUpdate,
	retainerFields,
	retainerMessages,
} from "./retainers.schema.ts";
import { type Retainer, retainerOccurrencesTable, retainersTable } from "./retainers.table.ts";

const { id: retainerId } = retainersTable;

/** The last day whose invoices are due: from 6:00 AM on by the firm's clocks. */
export const dueDay = (now: Date) => dayOfWall(wallAt(site.timeZone, now) - dayMs / 4);

const refused = (code: string, message: string) => new HttpError(409, code, message);

/** @throws {HttpError} 422 if the start lies so far back that many invoices would be written at once */
function refuseManyDue(input: RetainerInput, now: Date): void {
	const due = occurrencesFrom(input, 1, { until: dueDay(now) }).length;
	if (due > mostDueAtStart) throw invalidInput({ starts_on: retainerMessages.manyDue(due) });
}

export function createRetainer(tx: Database, now: Date, input: NewRetainer): Promise<Retainer> {
	const read = async (id: string) => (await getRecords(tx, retainers, [id]))[0];
	return createOnce(tx, { ...retainers, read }, input, (id, save_ids) => {
		refuseManyDue(input, now);
		const values = { ...pick(input, retainerFields), ...{ id, save_ids, created_at: now, updated_at: now } };
		return insertRow(tx, retainersTable, values);
	});
}

/** @throws {HttpError} 404 */
async function lockRetainer(tx: Database, id: string): Promise<Retainer> {
	const [row] = await tx.select().from(retainersTable).where(eq(retainerId, id)).for("update");
	return required(row, theRecord(retainers));
}

/** The same, of one that goes on. @throws {HttpError} 404, 409 */
async function lockRunning(tx: Database, id: string): Promise<Retainer> {
	const row = await lockRetainer(tx, id);
	if (row.status === "ended") throw refused("ended", retainerMessages.ended);
	return row;
}

const store = async (tx: Database, id: string, values: Partial<Retainer>): Promise<Retainer> =>
	required(await updateRow(tx, retainersTable, eq(retainerId, id), values), theRecord(retainers));

/** @throws {HttpError} 404, 409 if it has ended, has another version, or would get other dates after its first invoice, 422 */
export async function updateRetainer(
	tx: Database,
	now: Date,
	id: string,
	{ version, ...input }: RetainerUpdate,
): Promise<Retainer> {
	const before = await lockRunning(tx, id);
	requireVersion(presentRetainer(before), version, theRecord(retainers));
	const isMoved = input.starts_on !== before.starts_on || input.frequency !== before.frequency;
	if (isMoved && before.next_n > 1) throw refused("schedule_fixed", retainerMessages.fixed);
	if (isMoved && before.status === "active") refuseManyDue(input, now);
	return store(tx, id, { ...pick(input, retainerFields), ...savedAs(before, input) });
}

type State = Retainer["status"];

/**
 * Of one that is in this state already, nothing changes. The version stays: no edit of the fields is overwritten by it.
 * @throws {HttpError} 404, 409 if it has ended
 */
async function move(tx: Database, id: string, status: State, also?: (before: Retainer) => Promise<Partial<Retainer>>) {
	const before = await lockRunning(tx, id);
	if (before.status === status) return before;
	return store(tx, id, { ...(await also?.(before)), status });
}

export const pauseRetainer = (tx: Database, id: string) => move(tx, id, "paused");
export const endRetainer = (tx: Database, id: string) => move(tx, id, "ended");

/** What came due while it was paused is skipped, but for an invoice of today. */
export const resumeRetainer = (tx: Database, now: Date, id: string) =>
	move(tx, id, "active", async (before) => {
		const missed = occurrencesFrom(before, before.next_n, { until: daysAfter(firmDay(now), -1) });
		for (const occurrence of missed) await storeOccurrence(tx, id, occurrence, { skipped: true });
		return { next_n: before.next_n + missed.length };
	});

/** Call it with the retainer locked, and count its `next_n` up. */
export async function storeOccurrence(
	tx: Database,
	retainer_id: string,
	{ n, day }: Occurrence,
	outcome: { skipped: true } | { invoice_id: string },
): Promise<void> {
	await tx.insert(retainerOccurrencesTable).values({ retainer_id, n, day, ...outcome });
}

/** @throws {HttpError} 404, or 409 once it has occurrences */
export async function deleteRetainer(tx: Database, id: string): Promise<void> {
	const { next_n } = await lockRetainer(tx, id);
	if (next_n > 1) throw refused("has_invoices", retainerMessages.kept);
	await tx.delete(retainersTable).where(eq(retainerId, id));
}

/** The dates that have come, newest first, each with its invoice unless it was skipped or that was deleted. */
async function listOccurrences(db: Database, id: string) {
	const { retainer_id, n, day, skipped, invoice_id } = retainerOccurrencesTable;
	const { invoice_number, status } = invoicesTable;
	return db
		.select({ n, day, skipped, invoice_id, invoice_number, invoice_status: status })
		.from(retainerOccurrencesTable)
		.leftJoin(invoicesTable, eq(invoicesTable.id, invoice_id))
		.where(eq(retainer_id, id))
		.orderBy(desc(n));
}

/** What staff see of one. */
export const presentWithOccurrences = async (db: Database, row: Retainer) => ({
	...presentRetainer(row),
	occurrences: await listOccurrences(db, row.id),
});
