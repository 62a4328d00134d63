import type { Context } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { recordApi, withCaller } from "#platform/records/record-api.server.ts";
import { theRecord } from "#platform/records/records.server.ts";
import { bookingResponseTimes } from "./booking-response-times.server.ts";
import { bookings } from "./bookings.record.server.ts";
import { bookingChangeSchema, bookingInputSchema, bookingStatusesChangeSchema } from "./bookings.schema.ts";
import { createBooking, takeBackBooking, updateBooking, updateBookingStatuses } from "./bookings.server.ts";
import { createFeed, deleteFeed, getFeed } from "./calendar/calendar-feed.server.ts";
import { callHoursChangeSchema, callHoursPreviewSchema } from "./slots/call-hours.schema.ts";
import { getCallHours, presentHours } from "./slots/call-hours.server.ts";
import { calendarQuerySchema, listCalendar, previewHours, updateHours } from "./slots/staff-calendar.server.ts";

/** Staff's side of bookings; visitors book through the action of the public page. */
export function bookingsApi(deps: Pick<Deps, "db" | "jobs" | "settings" | "clock" | "metrics">) {
	const { db, clock } = deps;
	const userOf = (c: Context<AccountEnv>) => c.get("account").userId;
	return recordApi(deps, bookings, {
		change: bookingChangeSchema,
		update: (tx, id, change) => updateBooking({ ...deps, db: tx }, id, change),
		statuses: bookingStatusesChangeSchema,
		updateStatuses: (tx, change) => updateBookingStatuses({ ...deps, db: tx }, change),
	})
		.get("/response-times", async (c) => c.json(await bookingResponseTimes(db, clock())))
		.get("/hours", async (c) => c.json(presentHours(await getCallHours(db))))
		.put("/hours", validateJson(callHoursChangeSchema), async (c) => {
			const change = c.req.valid("json");
			return c.json(await withCaller(db, c, (tx) => updateHours(tx, clock(), change)));
		})
		.post("/hours/preview", validateJson(callHoursPreviewSchema), async (c) =>
			c.json(await previewHours(db, c.req.valid("json"))),
		)
		.get("/calendar", validateQuery(calendarQuerySchema), async (c) =>
			c.json(await listCalendar(db, clock(), c.req.valid("query"))),
		)
		.get("/feed", async (c) => c.json({ feed: await getFeed(db, userOf(c)) }))
		.post("/feed", async (c) =>
			c.json(await withCaller(db, c, (tx) => createFeed({ ...deps, db: tx }, userOf(c))), 201),
		)
		.delete("/feed", async (c) => {
			await withCaller(db, c, (tx) => deleteFeed(tx, userOf(c)));
			return c.body(null, 204);
		})
		.post("/", validateJson(bookingInputSchema), async (c) => {
			const input = c.req.valid("json");
			const row = await withCaller(db, c, (tx) => createBooking({ ...deps, db: tx }, input));
			return c.json(bookings.present(row, clock()), 201);
		})
		.delete("/:id", async (c) => {
			const id = parseId(c.req.param("id"), theRecord(bookings));
			await withCaller(db, c, (tx) => takeBackBooking({ ...deps, db: tx }, id));
			return c.body(null, 204);
		});
}
