import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { site } from "#site.config.ts";
import type { CallHours } from "./call-hours.schema.ts";
import { type CallHoursRow, callHoursId, callHoursTable, firstCallHours } from "./call-hours.table.ts";

/** The hours as they are now, for looking only. */
export async function getCallHours(db: Database): Promise<CallHours> {
	const [row] = await db.select().from(callHoursTable);
	return row ? withoutId(row) : firstCallHours;
}

/**
 * The hours, locked to the end of the transaction. Everything that takes, moves, or frees time begins with this, so that
 * a time that is found free stays free until it is taken.
 */
export async function lockCallHours(tx: Database): Promise<CallHours> {
	const lock = () => tx.select().from(callHoursTable).for("update");
	const [row] = await lock();
	if (row) return withoutId(row);
	await tx
		.insert(callHoursTable)
		.values({ id: callHoursId, ...firstCallHours })
		.onConflictDoNothing();
	const [inserted] = await lock();
	return inserted ? withoutId(inserted) : firstCallHours;
}

const withoutId = ({ id: _, ...hours }: CallHoursRow): CallHours => hours;

/** What a change is compared with. The members in one order, whatever order a client sends them in. */
export const versionOfHours = (hours: CallHours) =>
	versionOf(Object.keys(firstCallHours).map((member) => hours[member as keyof CallHours]));

/** Replaces the locked hours. @throws {HttpError} 409 for another version than the one that was read */
export async function replaceCallHours(tx: Database, current: CallHours, next: CallHours, version: string) {
	if (version !== versionOfHours(current)) {
		throw new HttpError(409, "conflict", "Somebody else has changed the hours.", { current: presentHours(current) });
	}
	await tx.update(callHoursTable).set(next).where(eq(callHoursTable.id, callHoursId));
}

/** As staff read them. */
export const presentHours = (hours: CallHours) => ({
	version: versionOfHours(hours),
	time_zone: site.timeZone,
	...hours,
});
