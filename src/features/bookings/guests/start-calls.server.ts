import { eq, gt } from "drizzle-orm";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { readDueSources, rememberDomain } from "#features/bookings/busy/busy-times.server.ts";
import { busySourcesTable } from "#features/bookings/busy/busy-times.table.ts";
import { callDomain } from "#features/bookings/calendar/booking-calendar.ts";
import { readingOf } from "#features/bookings/slots/book-slot.server.ts";
import { callRange } from "#features/bookings/slots/call-range.ts";
import { beginCalls, endHolds, reserveExisting } from "#features/bookings/slots/reservations.server.ts";
import { countCalls } from "#features/bookings/slots/staff-calendar.server.ts";
import { system, withActor } from "#platform/database/actor.server.ts";
import { repeat } from "#platform/jobs/repeat.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { addGauge } from "#platform/process/metrics.server.ts";
import { renewSecrets } from "#platform/process/sealed-secrets.server.ts";
import { site } from "#site.config.ts";
import { remindGuests } from "./call-reminders.server.ts";

const everyMs = 60_000;
/** How often private calendars are read, whichever process comes first. */
const readEveryMs = 5 * 60_000;

/** Brings the calls up to date with the program at its start, then ends holds and sends reminders every minute. */
export async function startCalls(deps: Deps): Promise<void> {
	watchCalls(deps);
	await reserveExisting(deps, (booking, hours) => callRange(booking, hours.length_minutes, site.timeZone));
	await rereadClocks(deps);
	repeat(deps, everyMs, "the schedule of calls failed; retrying", async () => {
		const ended = await endHolds(deps);
		if (ended > 0) deps.metrics.callBookings.inc({ result: "expired" }, ended);
		await remindGuests(deps);
	});
	await renewSecrets(deps.db, deps.settings, busySourcesTable);
	await rememberDomain(deps.db, callDomain);
	repeat(deps, everyMs, "a calendar could not be read; retrying", () => readDueSources(deps, readEveryMs));
}

/**
 * After a change of the firm's time zone: the local dates and times of upcoming calls are computed again. The moments
 * stay the same, and so do calendars; no one gets an email.
 */
async function rereadClocks({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	const { call_end, call_start, id, preferred_date, preferred_time } = bookingsTable;
	const rows = await db
		.select({ id, call_start, preferred_date, preferred_time })
		.from(bookingsTable)
		.where(gt(call_end, clock()));
	const outdated = rows.flatMap((row) => {
		if (!row.call_start) return [];
		const reading = readingOf(row.call_start);
		// A block of whole days has no time, unless its day no longer begins where it does.
		const isWholeDay = row.preferred_time === null && reading.preferred_time === "00:00:00";
		const next = isWholeDay ? { ...reading, preferred_time: null } : reading;
		const isSame = next.preferred_date === row.preferred_date && next.preferred_time === row.preferred_time;
		return isSame ? [] : [{ id: row.id, next }];
	});
	if (outdated.length === 0) return;
	await withActor(db, system, async (tx) => {
		await beginCalls(tx, clock());
		for (const row of outdated) await tx.update(bookingsTable).set(row.next).where(eq(id, row.id));
	});
}

function watchCalls({ db, clock, metrics: { registry } }: Deps): void {
	const count = async (what: "upcoming" | "holds") => (await countCalls(db, clock()))[what];
	addGauge(registry, "calls_upcoming", "Booked calls that aren't over", () => count("upcoming"));
	addGauge(registry, "call_holds", "Times held for a while that aren't calls yet", () => count("holds"));
}
