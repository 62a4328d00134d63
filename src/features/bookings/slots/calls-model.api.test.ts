import { addMinutes } from "date-fns/addMinutes";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { bookings } from "#features/bookings/bookings.record.server.ts";
import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { createBooking, receiveBooking, updateBooking } from "#features/bookings/bookings.server.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { insertLink } from "#features/bookings/guests/call-links.server.ts";
import { cancelGuestCall, moveGuestCall } from "#features/bookings/guests/guest-calls.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { erasePerson } from "#features/privacy/privacy.server.ts";
import { system, withActor } from "#platform/database/actor.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { isLong } from "#tests/long.ts";
import { fromVisitor } from "#tests/reception.ts";
import { readingOf, TimeTaken } from "./book-slot.server.ts";
import { versionOfHours } from "./call-hours.server.ts";
import { callHoursTable, firstCallHours } from "./call-hours.table.ts";
import { callReservationsTable } from "./call-reservations.table.ts";
import { endHolds } from "./reservations.server.ts";
import { slotId } from "./slot-id.ts";
import { updateHours } from "./staff-calendar.server.ts";

const app = startTestApp();
const now = new Date("2030-06-03T04:00:00Z");
/** Starts of two days, 45 minutes long each, on a grid of 15 minutes: many overlap. */
const starts = Array.from({ length: 60 }, (_, index) => addMinutes(new Date("2030-06-04T12:00:00Z"), index * 15));

beforeEach(() => app.setTime(now));

/** `npm run test:all` tries 10,000 operations. */
const [sequences, operations] = isLong ? [40, 250] : [3, 50];

const operation = fc.record({
	what: fc.constantFrom(
		"book",
		"book",
		"hold",
		"staff",
		"move",
		"cancel",
		"close",
		"reopen",
		"block",
		"lanes",
		"erase",
		"expire",
	),
	start: fc.constantFrom(...starts),
	/** Which of the bookings that there are. */
	which: fc.nat(),
	lanes: fc.integer({ min: 1, max: 3 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

async function apply({ what, start, which, lanes }: Operation, count: number): Promise<void> {
	const { deps } = app;
	const rows = await deps.db.select().from(bookingsTable).orderBy(bookingsTable.created_at, bookingsTable.id);
	const row = rows[which % Math.max(1, rows.length)];
	const asStaff = <T>(write: (inTx: typeof deps) => Promise<T>) =>
		withActor(deps.db, system, (tx) => write({ ...deps, db: tx }));
	const setHours = (changes: object) =>
		asStaff(async ({ db }) => {
			const [stored] = await db.select().from(callHoursTable);
			const { id: _, ...hours } = stored ?? { id: "", ...firstCallHours };
			await updateHours(db, now, { ...hours, ...changes, version: versionOfHours(hours) });
		});
	const { preferred_date, preferred_time } = readingOf(start);
	const form = callFormSchema.parse({
		firstName: "Guest",
		lastName: `${count}`,
		email: `guest${count}@example.com`,
		phone: "1",
		projectDescription: "Text",
		slot: slotId(start),
	});
	if (what === "book") return receiveBooking(deps, form, fromVisitor);
	if (what === "hold") await receiveBooking(deps, form, fromVisitor, addMinutes(now, 30));
	if (what === "lanes") await setHours({ calls_at_once: lanes });
	if (what === "staff" || what === "block") {
		const service_type = what === "block" ? "Blocked Time" : "Photography";
		const email = `staff${count}@example.com`;
		await asStaff((tx) =>
			createBooking(
				tx,
				buildBooking({ service_type, preferred_date, preferred_time, email, name: `${what} ${count}` }),
			),
		);
	}
	if (what === "expire") {
		app.setTime(addMinutes(now, 31));
		await endHolds(deps);
		app.setTime(now);
	}
	if (!row) return;
	if (what === "close") await asStaff((tx) => updateBooking(tx, row.id, { status: "closed" }));
	if (what === "reopen") await asStaff((tx) => updateBooking(tx, row.id, { status: "new" }));
	if (what === "erase" && which % 4 === 0) await erasePerson(deps, [bookings], system, row.email);
	if (what === "move" || what === "cancel") {
		const token = await insertLink(deps.db, row.id, "change");
		if (what === "move") await moveGuestCall(deps, token, start.getTime());
		else await cancelGuestCall(deps, token, null);
	}
}

/** What has to be true after whatever was done. */
async function check(): Promise<void> {
	const { db } = app.deps;
	const rows = await db.select().from(bookingsTable);
	const reserved = await db.select().from(callReservationsTable);
	const isOpen = (row: (typeof rows)[number]) => row.status !== "closed" && row.call_start && row.call_end;
	for (const row of rows) {
		const own = reserved.filter(({ booking_id }) => booking_id === row.id);
		if (row.call_start)
			expect(readingOf(row.call_start)).toEqual({
				preferred_date: row.preferred_date,
				preferred_time: row.preferred_time,
			});
		// A time may be held for a request that has none yet.
		if (!isOpen(row)) expect(own.filter(({ kind }) => row.status === "closed" || kind !== "hold")).toEqual([]);
		else if (row.service_type !== "Blocked Time") {
			expect(own.map(({ kind, starts: at }) => [kind, at])).toEqual([["call", row.call_start]]);
		}
	}
	const [{ calls_at_once: lanes } = firstCallHours] = await db.select().from(callHoursTable);
	// In each lane of the firm, every minute of a block is someone's: its own, or of what was there before.
	for (const block of rows.filter((row) => row.service_type === "Blocked Time" && isOpen(row))) {
		const [from, to] = [block.call_start?.getTime() ?? 0, block.call_end?.getTime() ?? 0];
		for (let lane = 1; lane <= lanes; lane++) {
			for (let at = from; at < to; at += 15 * 60_000) {
				const taken = reserved.some(
					(each) => each.lane === lane && each.busy_from.getTime() <= at && at < each.busy_to.getTime(),
				);
				expect(taken, `lane ${lane} of ${block.name} at ${new Date(at).toISOString()}`).toBe(true);
			}
		}
	}
}

test(
	"whatever guests and staff do in whatever order, calls keep their time, blocks hold, and closed calls have none",
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(operation, { minLength: operations, maxLength: operations }), async (sequence) => {
				for (const table of [bookingsTable, mailsTable, callHoursTable]) await app.deps.db.delete(table);
				await app.deps.db.insert(callHoursTable).values({ ...firstCallHours, grid_minutes: 15 });
				for (const [count, each] of sequence.entries()) {
					// Refusals are answers, too; whatever else is thrown fails the test.
					await apply(each, count).catch((error) => {
						if (!(error instanceof HttpError || error instanceof TimeTaken)) throw error;
					});
					await check();
				}
			}),
			{ numRuns: sequences, seed: 20_301_104, endOnFailure: true },
		);
	},
	isLong ? 1_800_000 : 120_000,
);
