import { addMinutes } from "date-fns/addMinutes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { usersTable } from "#features/auth/auth.table.ts";
import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { receiveBooking } from "#features/bookings/bookings.server.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { insertLink } from "#features/bookings/guests/call-links.server.ts";
import { cancelGuestCall, moveGuestCall } from "#features/bookings/guests/guest-calls.server.ts";
import { TimeTaken } from "#features/bookings/slots/book-slot.server.ts";
import { callHoursTable, firstCallHours } from "#features/bookings/slots/call-hours.table.ts";
import { listCallSlots } from "#features/bookings/slots/call-slots.server.ts";
import { slotId } from "#features/bookings/slots/slot-id.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { insertUser } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { calendarOf, startCalendarServer } from "#tests/calendar-server.ts";
import { isLong } from "#tests/long.ts";
import { fromVisitor } from "#tests/reception.ts";
import { addSource, testSource } from "./busy-times.server.ts";
import { busySourcesTable, callTakersTable } from "./busy-times.table.ts";

const app = startTestApp({ BUSY_TIMES_LOOPBACK: "on" });
const calendars = startCalendarServer();
const now = new Date("2030-06-03T04:00:00Z");
/** Five hours of calls of 45 minutes, on a grid of 15: many overlap. */
const first = new Date("2030-06-04T12:00:00Z");
const moments = 20;
const momentAt = (index: number) => addMinutes(first, index * 15);

/** `npm run test:all` goes on for ten minutes; otherwise as long as `npm test` has time for. */
const withinMs = isLong ? 600_000 : 8_000;

const step = fc.record({
	what: fc.constantFrom(
		"book",
		"book",
		"book",
		"move",
		"nudge",
		"nudge",
		"cancel",
		"event",
		"event",
		"free",
		"offered",
	),
	at: fc.nat(moments - 1),
	quarters: fc.integer({ min: 1, max: 6 }),
	which: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const firm = fc.record({ lanes: fc.integer({ min: 1, max: 3 }), people: fc.integer({ min: 1, max: 4 }) });

type Person = {
	id: string;
	sourceId: string;
	path: string;
	events: { id: string; start: Date; end: Date; round: number }[];
};

async function openFirm({ lanes, people }: { lanes: number; people: number }): Promise<Person[]> {
	const { db } = app.deps;
	for (const table of [bookingsTable, usersTable, callHoursTable]) await db.delete(table);
	const hours = { ...firstCallHours, grid_minutes: 15, buffer_after_minutes: 0, calls_at_once: lanes };
	await db.insert(callHoursTable).values(hours);
	const staff: Person[] = [];
	for (let index = 0; index < people; index++) {
		const { id } = await insertUser(app.deps, { role: "admin" });
		const path = `/${id}.ics`;
		calendars.answer(path, calendarOf([]));
		await db.insert(callTakersTable).values({ user_id: id });
		await addSource(app.deps, id, calendars.url(path));
		const source = (await db.select().from(busySourcesTable)).find((each) => each.user_id === id);
		staff.push({ id, sourceId: source?.id ?? "", path, events: [] });
	}
	return staff;
}

let guests = 0;

/** What one does; the booking that has been booked or moved, if any. */
async function apply({ what, at, quarters, which }: Step, staff: Person[], round: number): Promise<void> {
	const { deps } = app;
	const person = staff[which % staff.length];
	if (what === "book") {
		guests += 1;
		return receiveBooking(deps, formAt(momentAt(at)), fromVisitor);
	}
	if ((what === "event" || what === "free") && person) {
		const event = {
			id: `${round}-${at}-${which}`,
			start: momentAt(at),
			end: addMinutes(momentAt(at), quarters * 15),
			round,
		};
		if (what === "event") person.events.push(event);
		else person.events.splice(which % Math.max(1, person.events.length), 1);
		const texts = person.events.map((each) => ({
			id: each.id,
			start: each.start.toISOString(),
			end: each.end.toISOString(),
		}));
		calendars.answer(person.path, calendarOf(texts));
		return testSource(deps, person.id, person.sourceId);
	}
	if (what !== "move" && what !== "nudge" && what !== "cancel") return;
	const rows = await deps.db.select().from(bookingsTable);
	const row = rows[which % Math.max(1, rows.length)];
	if (!row) return;
	const token = await insertLink(deps.db, row.id, "change");
	if (what === "move") await moveGuestCall(deps, token, momentAt(at).getTime());
	// A little, so that the call's own time and what waits for it are in the way.
	else if (what === "nudge" && row.call_start)
		await moveGuestCall(deps, token, addMinutes(row.call_start, quarters % 2 === 0 ? 15 : -15).getTime());
	else if (what === "cancel") await cancelGuestCall(deps, token, null);
}

const formAt = (start: Date) =>
	callFormSchema.parse({
		firstName: "Guest",
		lastName: `${guests}`,
		email: `guest${guests}@example.com`,
		phone: "1",
		projectDescription: "Text",
		slot: slotId(start),
	});

/** Refusals are answers, too; whatever else is thrown fails the test. */
const unlessRefused = (error: unknown) => {
	if (!(error instanceof HttpError || error instanceof TimeTaken)) throw error;
};

/**
 * Counts, at each moment, the calls against those who were busy before the last of them took its time. (What became busy
 * later, or in the same round, moves no call.)
 */
async function countAtEachMoment(staff: Person[], lanes: number, takenIn: Map<string, number>): Promise<void> {
	const rows = await app.deps.db.select().from(bookingsTable);
	for (let index = 0; index < moments + 12; index++) {
		const moment = momentAt(index);
		const running = rows.filter(
			(row) =>
				row.status !== "closed" && row.call_start && row.call_end && row.call_start <= moment && moment < row.call_end,
		);
		const last = Math.max(0, ...running.map((row) => takenIn.get(`${row.id} ${row.call_start}`) ?? 0));
		const busy = staff.filter(({ events }) =>
			events.some(({ start, end, round }) => round < last && start <= moment && moment < end),
		).length;
		const allowed = Math.max(0, Math.min(lanes, Math.max(lanes, staff.length) - busy));
		if (running.length > 0) expect(running.length, moment.toISOString()).toBeLessThanOrEqual(Math.max(allowed, 0));
	}
}

/** Which round each call has had its time since. */
async function noteTimes(takenIn: Map<string, number>, round: number): Promise<void> {
	for (const row of await app.deps.db.select().from(bookingsTable)) {
		const key = `${row.id} ${row.call_start}`;
		if (!takenIn.has(key)) takenIn.set(key, round);
	}
}

test(
	"whatever guests do while private calendars change, no more calls run at once than those leave room for, and every time that is offered can be booked",
	async () => {
		app.setTime(now);
		await fc.assert(
			fc.asyncProperty(firm, fc.array(fc.tuple(step, step), { minLength: 30, maxLength: 30 }), async (size, rounds) => {
				const staff = await openFirm(size);
				const takenIn = new Map<string, number>();
				for (const [index, both] of rounds.entries()) {
					// The two come at once, over connections of their own, as from two processes.
					await Promise.all(both.map((each) => apply(each, staff, index + 1).catch(unlessRefused)));
					await noteTimes(takenIn, index + 1);
					await countAtEachMoment(staff, size.lanes, takenIn);
					const [{ what, which }] = both;
					if (what !== "offered") continue;
					const { days } = await listCallSlots(app.deps, { from: "2030-06-04", days: 1 });
					const slots = days.flatMap(({ slots }) => slots);
					const slot = slots[which % Math.max(1, slots.length)];
					guests += 1;
					if (slot) await receiveBooking(app.deps, formAt(new Date(slot)), fromVisitor);
					await noteTimes(takenIn, index + 1.5);
				}
			}),
			{ numRuns: 10_000, seed: 20_301_105, endOnFailure: true, interruptAfterTimeLimit: withinMs },
		);
	},
	withinMs + 120_000,
);
