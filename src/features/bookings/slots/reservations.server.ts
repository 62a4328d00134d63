import { and, eq, gt, isNotNull, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import { listBusyPeople } from "#features/bookings/busy/busy-people.server.ts";
import { withIsoDates } from "#lib/pick.ts";
import { dayAt, dayMs, wallOfDay } from "#lib/time/zone-clock.ts";
import { system, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { site } from "#site.config.ts";
import type { CallHours } from "./call-hours.schema.ts";
import { lockCallHours } from "./call-hours.server.ts";
import { type CallReservation, callReservationsTable } from "./call-reservations.table.ts";
import { type Busy, freeLane, spanOf, staffLane, startsByRules } from "./slot-rules.ts";

const { booking_id, busy_from, busy_to, expires_at, id, kind, lane, quarantine_id } = callReservationsTable;

/** A transaction that has locked the hours, and what it may need to know. */
export type Calls = { tx: Database; hours: CallHours; now: Date };

/** Begins every transaction that takes, moves, or frees time: one after the other, and without holds that have ended. */
export async function beginCalls(tx: Database, now: Date): Promise<Calls> {
	const hours = await lockCallHours(tx);
	await tx.delete(callReservationsTable).where(lte(expires_at, now));
	return { tx, hours, now };
}

const isNotOver = (now: Date): SQL | undefined => sql`(${expires_at} is null or ${expires_at} > ${now})`;

/**
 * What overlaps a range, buffers included; holds that have ended do not count. What they, or the booking that moves, leave
 * goes to busy times that wait for it.
 */
export async function listBusy(
	db: Database,
	now: Date,
	range: { from: number; to: number },
	except?: string,
): Promise<Busy[]> {
	const isExcept = sql`(${booking_id} = ${except ?? null} or ${quarantine_id} = ${except ?? null})`;
	const isGone = sql<boolean>`(not ${isNotOver(now)} or coalesce(${isExcept}, false))`;
	// One row a lane: calendars take time in thousands of pieces.
	const momentsOf = (column: typeof busy_from | typeof busy_to) =>
		sql`string_agg((date_part('epoch', ${column}) * 1000)::bigint::text, ',')`.mapWith((text: string) =>
			text.split(",").map(Number),
		);
	const rows = await db
		.select({ lane, isGone, starts: momentsOf(busy_from), ends: momentsOf(busy_to) })
		.from(callReservationsTable)
		.where(and(gt(busy_to, new Date(range.from)), lt(busy_from, new Date(range.to))))
		.groupBy(lane, sql`2`);
	const spansOf = (isWanted: boolean) =>
		rows
			.filter((row) => row.isGone === isWanted)
			.flatMap((row) => row.starts.map((from, index) => ({ lane: row.lane, from, to: row.ends[index] ?? from })));
	return [...spansOf(false), ...(await listWaiting(db, now, spansOf(true), except))];
}

/** What busy times would take of the lanes that these reservations leave (a function of the database). */
async function listWaiting(db: Database, now: Date, gone: Busy[], except: string | undefined): Promise<Busy[]> {
	if (gone.length === 0) return [];
	const from = new Date(Math.min(...gone.map((each) => each.from)));
	const to = new Date(Math.max(...gone.map((each) => each.to)));
	const moment = (text: string) => sql`${sql.raw(text)}`.mapWith((value: string) => Date.parse(value));
	return db.select({ lane: sql<number>`piece_lane`, from: moment("lower(piece)"), to: moment("upper(piece)") }).from(
		sql`call_busy_pieces(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz, ${except ?? null}::uuid,
				${now.toISOString()}::timestamptz)`,
	);
}

/** Whether the rules of hours, notice, and horizon offer this start. */
function isOffered(hours: CallHours, now: Date, start: number): boolean {
	const day = wallOfDay(dayAt(site.timeZone, new Date(start)));
	return startsByRules({ timeZone: site.timeZone, hours }, now, { first: day, last: day }).some(({ starts }) =>
		starts.includes(start),
	);
}

/**
 * Finds a lane for a guest's call or hold by all three rules; undefined where the start is not, or no longer, a slot.
 * @param except the booking that moves, whose own time never stands in its way
 */
export async function findGuestTime({ tx, hours, now }: Calls, start: number, except?: string) {
	if (!isOffered(hours, now, start)) return undefined;
	const span = spanOf(hours, start);
	const free = freeLane(await listBusy(tx, now, span, except), span, hours.calls_at_once);
	if (free === undefined) return undefined;
	return {
		starts: new Date(start),
		ends: new Date(start + hours.length_minutes * 60_000),
		busy_from: new Date(span.from),
		busy_to: new Date(span.to),
		lane: free,
		taken_at: now,
	};
}
export type GuestTime = NonNullable<Awaited<ReturnType<typeof findGuestTime>>>;

/** Takes time for a guest, once its booking or its form on hold is stored. */
export async function insertReservation(
	tx: Database,
	time: GuestTime,
	of: { booking_id: string } | { quarantine_id: string },
	until: Date | null = null,
): Promise<void> {
	const kept = until ? { kind: "hold" as const, expires_at: until } : { kind: "call" as const };
	await tx.insert(callReservationsTable).values({ ...time, ...of, ...kept });
}

/** Changes the reservation of a booking in place: a failed change keeps the old time. */
export async function moveReservation(tx: Database, bookingId: string, time: GuestTime): Promise<void> {
	await tx
		.update(callReservationsTable)
		.set({ ...time, kind: "call", expires_at: null })
		.where(and(eq(booking_id, bookingId), ne(kind, "block")));
}

/** The hold or the call of a booking that has not ended. */
export async function findReservation(
	db: Database,
	now: Date,
	of: { booking_id: string } | { quarantine_id: string },
): Promise<CallReservation | undefined> {
	const isIts = "booking_id" in of ? eq(booking_id, of.booking_id) : eq(quarantine_id, of.quarantine_id);
	const [row] = await db
		.select()
		.from(callReservationsTable)
		.where(and(isIts, ne(kind, "block"), isNotOver(now)));
	return row;
}

/** A hold of a form that was released becomes the call of its booking, of the same time. */
export async function giveHoldToBooking(tx: Database, hold: CallReservation, bookingId: string): Promise<void> {
	await tx
		.update(callReservationsTable)
		.set({ booking_id: bookingId, quarantine_id: null, kind: "call", expires_at: null })
		.where(eq(id, hold.id));
}

/** Holds for forms that look like spam, at this moment. */
export const countSpamHolds = (tx: Database, now: Date): Promise<number> =>
	tx.$count(callReservationsTable, and(isNotNull(quarantine_id), gt(expires_at, now)));

/**
 * Brings the reservations of a booking that staff have written to what its row says. A call gets the firm's lowest lane
 * that is free, else one above: staff are not refused. A block takes what is free of its time in every lane. Time that is
 * freed goes to the blocks around it, by a trigger.
 */
export async function syncReservations({ tx, hours, now }: Calls, booking: Booking): Promise<void> {
	const { id, call_start, call_end, service_type, status } = booking;
	const isIts = eq(booking_id, id);
	const [current] = await tx
		.select()
		.from(callReservationsTable)
		.where(and(isIts, ne(kind, "block")));
	const isAhead = call_start !== null && call_end !== null && status !== "closed" && call_end > now;
	if (!isAhead) {
		// A request whose time is only held keeps it until it is answered for good.
		const keepsHold = current?.kind === "hold" && status !== "closed";
		if (!keepsHold) await tx.delete(callReservationsTable).where(isIts);
		return;
	}
	await tx.delete(callReservationsTable).where(and(isIts, eq(kind, "block")));
	if (service_type === "Blocked Time") {
		await tx.delete(callReservationsTable).where(isIts);
		return fillBlocks(tx, call_start, call_end);
	}
	const isSame =
		current?.kind === "call" &&
		current.starts.getTime() === call_start.getTime() &&
		current.ends.getTime() === call_end.getTime();
	if (isSame) return;
	const span = spanOf(hours, call_start.getTime(), call_end.getTime());
	const values = {
		kind: "call" as const,
		lane: staffLane(await listBusy(tx, now, span, id), span),
		starts: call_start,
		ends: call_end,
		busy_from: new Date(span.from),
		busy_to: new Date(span.to),
		expires_at: null,
		taken_at: now,
	};
	if (current) await tx.update(callReservationsTable).set(values).where(eq(callReservationsTable.id, current.id));
	else await tx.insert(callReservationsTable).values({ ...values, booking_id: id });
}

/** What a booking that staff write would overlap: nothing, while the firm has a lane for it. */
export async function listOverlaps({ tx, hours, now }: Calls, booking: Booking) {
	const { id, call_start, call_end, service_type, status } = booking;
	if (!call_start || !call_end || status === "closed" || call_end <= now) return [];
	const isBlock = service_type === "Blocked Time";
	const [from, to] = [call_start.getTime(), call_end.getTime()];
	const span = isBlock ? { from, to } : spanOf(hours, from, to);
	const busy = await listBusy(tx, now, span, id);
	if (!isBlock && freeLane(busy, span, hours.calls_at_once) !== undefined) return [];
	const rows = await tx
		.select({
			id: bookingsTable.id,
			name: bookingsTable.name,
			start: sql<Date>`min(coalesce(${bookingsTable.call_start}, ${callReservationsTable.starts}))`.mapWith(
				callReservationsTable.starts,
			),
			end: sql<Date>`max(coalesce(${bookingsTable.call_end}, ${callReservationsTable.ends}))`.mapWith(
				callReservationsTable.ends,
			),
		})
		.from(callReservationsTable)
		.leftJoin(bookingsTable, eq(bookingsTable.id, booking_id))
		.where(
			and(
				gt(busy_to, new Date(span.from)),
				lt(busy_from, new Date(span.to)),
				isNotOver(now),
				ne(kind, "busy"),
				sql`${booking_id} is distinct from ${id}`,
			),
		)
		.groupBy(bookingsTable.id, bookingsTable.name)
		.orderBy(sql`3`);
	const overlaps = rows.map(({ name, ...row }) => ({ ...row, name: name ?? "a submission on hold" }));
	const people = isBlock ? [] : await listBusyPeople(tx, new Date(span.from), new Date(span.to));
	const calendars = people.map(({ name, ...times }) => ({ id: null, ...times, name: `${name}'s calendar` }));
	return [...overlaps, ...calendars].map(withIsoDates);
}

/** Every block takes what is free of its time in this range, in every lane (a function of the database). */
export async function fillBlocks(tx: Database, from: Date, to: Date): Promise<void> {
	await tx.execute(sql`select fill_call_blocks(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)`);
}

/** Busy times take their lanes again, after a change of how many there are (a function of the database). */
export async function syncBusyLanes(tx: Database): Promise<void> {
	await tx.execute(sql`select sync_call_busy('-infinity', 'infinity')`);
}

/** Deletes holds that have ended; every minute, in every process. */
export async function endHolds(deps: Pick<Deps, "db" | "clock">): Promise<number> {
	if ((await deps.db.$count(callReservationsTable, lte(expires_at, deps.clock()))) === 0) return 0;
	return withActor(deps.db, system, async (tx) => {
		await lockCallHours(tx);
		const ended = await tx.delete(callReservationsTable).where(lte(expires_at, deps.clock())).returning({ id: lane });
		return ended.length;
	});
}

/**
 * Gives reservations to what lies ahead and has none, oldest first: bookings from before there were reservations. Changes
 * nothing where there is nothing to do.
 */
export async function reserveExisting(deps: Pick<Deps, "db" | "clock">, rangeOf: RangeOf): Promise<void> {
	const now = deps.clock();
	const { call_start, created_at, id, preferred_date, status } = bookingsTable;
	const yesterday = new Date(now.getTime() - 366 * dayMs).toISOString().slice(0, 10);
	const missing = and(
		isNull(call_start),
		ne(status, "closed"),
		isNotNull(preferred_date),
		gt(preferred_date, yesterday),
	);
	const [first] = await deps.db.select({ id }).from(bookingsTable).where(missing).limit(1);
	if (!first) return;
	await withActor(deps.db, system, async (tx) => {
		const calls = await beginCalls(tx, now);
		// No one has changed these rows: their dates stay (a trigger), and calendars know what they knew.
		await tx.execute(sql`select set_config('app.untouched', 'on', true)`);
		for (const booking of await tx.select().from(bookingsTable).where(missing).orderBy(created_at, id)) {
			const range = rangeOf(booking, calls.hours);
			if (!range || range.end <= now) continue;
			const row = await updateRow(tx, bookingsTable, eq(id, booking.id), {
				call_start: range.start,
				call_end: range.end,
				chosen_by: "staff",
			});
			if (row) await syncReservations(calls, row);
		}
	});
}
type RangeOf = (booking: Booking, hours: CallHours) => { start: Date; end: Date } | null;
