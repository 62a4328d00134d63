import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { deleteMailsOfRecords } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { amongIds, withoutUndoneAnswer } from "#platform/records/statuses.server.ts";
import { requireVersion, versionOf } from "#platform/records/version.server.ts";
import type { BookingChange, BookingInput, BookingStatusesChange } from "./bookings.schema.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

const { created_at, id, status, updated_at } = bookingsTable;

export async function listBookings(db: Database, query: ListQuery): Promise<Page<Booking>> {
	const rows = await db
		.select()
		.from(bookingsTable)
		.where(and(...inPage({ at: created_at, id, updatedAt: updated_at }, query)))
		.orderBy(...newestFirst(created_at, id))
		.limit(query.limit + 1);
	return toPage(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** The rows that exist among these, in no particular order. */
export function getBookings(db: Database, ids: string[]): Promise<Booking[]> {
	return db.select().from(bookingsTable).where(inArray(id, ids));
}

export async function createBooking(
	db: Database,
	input: BookingInput & { id?: string; by_staff?: boolean; created_at?: Date | undefined },
): Promise<Booking> {
	const [row] = await db.insert(bookingsTable).values(input).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}

/**
 * Within a transaction. @throws {HttpError} 404, or 409 when the notes are no longer those that the change began from
 */
export async function updateBooking(tx: Database, bookingId: string, change: BookingChange): Promise<Booking> {
	const { version, ...values } = change;
	const [before] = await tx.select().from(bookingsTable).where(eq(id, bookingId)).for("update");
	requireVersion(before && presentBooking(before), version, "This booking");
	const [row] = await tx.update(bookingsTable).set(values).where(eq(id, bookingId)).returning();
	if (!row) throw notFound("This booking");
	return row;
}

/** All or none. Locks the rows in one order, so that two such changes never wait for each other. */
export function changeBookingStatuses(db: Database, { changes, undo_of }: BookingStatusesChange) {
	return db.transaction(async (tx) => {
		const ids = changes.flatMap((change) => change.ids);
		await tx.select({ id }).from(bookingsTable).where(amongIds(id, ids)).orderBy(asc(id)).for("update");
		const changed = [];
		for (const { ids, status: next } of changes) {
			const rows = await tx
				.update(bookingsTable)
				.set({
					status: next,
					...(undo_of && next === "new" && { first_answered_at: withoutUndoneAnswer(bookingsTable) }),
				})
				.where(and(amongIds(id, ids), undo_of ? eq(status, undo_of) : ne(status, next)))
				.returning({ id, status, updated_at });
			changed.push(...rows);
		}
		return changed;
	});
}

/**
 * Deletes a booking that staff have just added, as if they had not.
 * @throws {HttpError} 404, or 409 when it is a visitor's, was added a while ago, or an invitation was sent
 */
export async function takeBackBooking(
	{ db, settings }: Pick<Deps, "db" | "settings">,
	bookingId: string,
): Promise<void> {
	const { by_staff, calendar_start } = bookingsTable;
	const justAdded = sql`${created_at} > now() - interval '2 minutes'`;
	const deleted = await db
		.delete(bookingsTable)
		.where(and(eq(id, bookingId), by_staff, justAdded, isNull(calendar_start)))
		.returning({ id });
	if (deleted.length > 0) return deleteMailsOfRecords(db, settings, "bookings", [bookingId]);
	const [current] = await getBookings(db, [bookingId]);
	if (!current) throw notFound("This booking");
	throw conflict("This booking can no longer be removed. Close it instead.", presentBooking(current));
}

/** What leaves the server. */
export function presentBooking(row: Booking) {
	return {
		id: row.id,
		name: row.name,
		email: row.email,
		phone: row.phone,
		service_type: row.service_type,
		preferred_date: row.preferred_date,
		preferred_time: row.preferred_time,
		message: row.message,
		status: row.status,
		notes: row.notes,
		version: versionOf(row.notes),
		invite: row.invite,
		/** Whether a calendar mail waits to be sent, which a change back still stops. */
		mail_waits: row.calendar_due !== null,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedBooking = ReturnType<typeof presentBooking>;
