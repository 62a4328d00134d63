import { and, eq, gt, lte, ne, notExists, sql } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import { callReservationsTable } from "#features/bookings/slots/call-reservations.table.ts";
import { callFacts } from "#features/bookings/slots/guest-moment.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { inThread } from "#features/threads/thread-of-record.server.ts";
import { firm } from "#lib/firm.ts";
import { withoutLinks } from "#lib/text/plain-words.ts";
import { system, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { composeLetter, type Letter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertLink } from "./call-links.server.ts";
import { callRemindersTable } from "./call-links.table.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long before the start each is due, and how much time must be left when it is sent late. */
const reminders = [
	{ kind: "24h", beforeMs: 24 * hourMs, latestMs: 2 * hourMs, words: "in 24 hours" },
	{ kind: "1h", beforeMs: hourMs, latestMs: 5 * minuteMs, words: "in one hour" },
] as const;
type Reminder = (typeof reminders)[number];

/** A call that was booked or moved less than this before a reminder is due gets none: the invitation has just arrived. */
const freshMs = 2 * hourMs;

type Reminding = Pick<Deps, "db" | "jobs" | "settings" | "clock" | "metrics">;

/**
 * Reminds guests of their calls, each once for a booking and a start, whichever process looks first. What is too late
 * after a downtime is dropped, which is noted too.
 */
export async function remindGuests(deps: Reminding): Promise<void> {
	for (const reminder of reminders) {
		const now = deps.clock();
		for (const booking of await listDue(deps.db, reminder, now)) await remind(deps, reminder, booking.id);
	}
}

function listDue(db: Database, { kind, beforeMs }: Reminder, now: Date) {
	const { call_end, call_start, id, invite, service_type, status } = bookingsTable;
	const { booking_id, kind: ofKind, starts } = callRemindersTable;
	const isDone = and(eq(booking_id, id), eq(ofKind, kind), eq(starts, sql`${call_start}`));
	const done = db.select({ booking_id }).from(callRemindersTable).where(isDone);
	return db
		.select({ id })
		.from(bookingsTable)
		.where(
			and(
				gt(call_end, now),
				gt(call_start, now),
				lte(call_start, new Date(now.getTime() + beforeMs)),
				ne(status, "closed"),
				ne(service_type, "Blocked Time"),
				invite,
				notExists(done),
			),
		)
		.limit(500);
}

async function remind(deps: Reminding, reminder: Reminder, bookingId: string): Promise<void> {
	const result = await withActor(deps.db, system, async (tx) => {
		const [booking] = await tx.select().from(bookingsTable).where(eq(bookingsTable.id, bookingId)).for("update");
		const now = deps.clock();
		if (!booking?.call_start || booking.status === "closed" || booking.call_start <= now) return undefined;
		const leftMs = booking.call_start.getTime() - now.getTime();
		if (leftMs > reminder.beforeMs) return undefined;
		const isFresh = await wasFresh(tx, booking, reminder);
		const result = isFresh || leftMs <= reminder.latestMs ? ("dropped" as const) : ("sent" as const);
		const [noted] = await tx
			.insert(callRemindersTable)
			.values({ booking_id: booking.id, starts: booking.call_start, kind: reminder.kind, result })
			.onConflictDoNothing()
			.returning({ id: callRemindersTable.id });
		if (!noted) return undefined;
		if (result === "sent") await queueReminder(deps, tx, booking, booking.call_start, reminder);
		return result;
	});
	if (result) deps.metrics.callReminders.inc({ kind: reminder.kind, result });
}

/** Whether the call got its time less than two hours before the reminder was due. */
async function wasFresh(tx: Database, { id, call_start }: Booking, { beforeMs }: Reminder): Promise<boolean> {
	if (!call_start) return true;
	const [row] = await tx
		.select({ taken_at: callReservationsTable.taken_at })
		.from(callReservationsTable)
		.where(and(eq(callReservationsTable.booking_id, id), eq(callReservationsTable.kind, "call")));
	const dueAt = call_start.getTime() - beforeMs;
	return row === undefined || row.taken_at.getTime() > dueAt - freshMs;
}

async function queueReminder(deps: Reminding, tx: Database, booking: Booking, start: Date, { words }: Reminder) {
	const token = await insertLink(tx, booking.id, "change");
	const { when, facts } = callFacts(booking, start);
	const letter: Letter = {
		subject: `Your call is ${words}: ${when}`,
		heading: `Your call is ${words}.`,
		preview: when,
		paragraphs: [`Hello ${withoutLinks(booking.name)},`, `We look forward to talking with you on ${when}.`],
		facts,
		action: { label: "Move or cancel this call", link: new URL(`/call/${token}`, deps.settings.siteUrl).href },
		closing: `If the time doesn't work for you, use the link above, reply to this email, or call ${firm().phone}.`,
	};
	const record = { table: "bookings", id: booking.id } as const;
	await queueMail(deps, tx, {
		kind: "call_reminder",
		record,
		to: booking.email,
		...(await inThread(deps, tx, record)),
		...composeLetter(letter),
		token,
		linkFor: "change",
	});
}
