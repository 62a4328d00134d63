import { parseId, validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { recordApi, withCaller } from "#platform/records/record-api.server.ts";
import { theRecord } from "#platform/records/records.server.ts";
import { bookingResponseTimes } from "./booking-response-times.server.ts";
import { bookings } from "./bookings.record.server.ts";
import { bookingChangeSchema, bookingInputSchema, bookingStatusesChangeSchema } from "./bookings.schema.ts";
import { createBooking, takeBackBooking, updateBooking, updateBookingStatuses } from "./bookings.server.ts";

/** Staff's side of bookings; visitors book through the action of the public page. */
export function bookingsApi(deps: Pick<Deps, "db" | "jobs" | "settings" | "clock">) {
	const { db, clock } = deps;
	return recordApi(db, bookings, {
		change: bookingChangeSchema,
		update: (tx, id, change) => updateBooking({ ...deps, db: tx }, id, change),
		statuses: bookingStatusesChangeSchema,
		updateStatuses: (tx, change) => updateBookingStatuses({ ...deps, db: tx }, change),
	})
		.get("/response-times", async (c) => c.json(await bookingResponseTimes(db, clock())))
		.post("/", validateJson(bookingInputSchema), async (c) => {
			const input = c.req.valid("json");
			const row = await withCaller(db, c, (tx) => createBooking({ ...deps, db: tx }, input));
			return c.json(bookings.present(row), 201);
		})
		.delete("/:id", async (c) => {
			const id = parseId(c.req.param("id"), theRecord(bookings));
			await withCaller(db, c, (tx) => takeBackBooking({ ...deps, db: tx }, id));
			return c.body(null, 204);
		});
}
