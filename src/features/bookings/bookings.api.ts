import { Hono } from "hono";
import { statusesBodyLimit } from "#lib/status-change.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { presentStatus } from "#platform/records/statuses.server.ts";
import { bookingResponseTimes } from "./booking-response-times.server.ts";
import { bookingChangeSchema, bookingInputSchema, bookingStatusesChangeSchema } from "./bookings.schema.ts";
import { listBookings, presentBooking, takeBackBooking } from "./bookings.server.ts";
import { addBooking, changeBooking, changeBookings } from "./calendar/booking-invitations.server.ts";

/** Staff's side of bookings; visitors book through the action of the public page. */
export function bookingsApi(deps: Pick<Deps, "db" | "jobs" | "settings" | "clock">) {
	const { db, clock } = deps;
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listBookings(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentBooking), next });
		})
		.get("/response-times", async (c) => c.json(await bookingResponseTimes(db, clock())))
		.post("/", validateJson(bookingInputSchema), async (c) => {
			const input = c.req.valid("json");
			const row = await withActor(db, c.get("account").userId, (tx) => addBooking({ ...deps, db: tx }, input));
			return c.json(presentBooking(row), 201);
		})
		.post("/statuses", validateJson(bookingStatusesChangeSchema, statusesBodyLimit), async (c) => {
			const change = c.req.valid("json");
			const changed = await withActor(db, c.get("account").userId, (tx) => changeBookings({ ...deps, db: tx }, change));
			return c.json({ changed: changed.map(presentStatus) });
		})
		.patch("/:id", validateJson(bookingChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This booking");
			const change = c.req.valid("json");
			const row = await withActor(db, c.get("account").userId, (tx) => changeBooking({ ...deps, db: tx }, id, change));
			return c.json(presentBooking(row));
		})
		.delete("/:id", async (c) => {
			const id = parseId(c.req.param("id"), "This booking");
			await withActor(db, c.get("account").userId, (tx) => takeBackBooking({ ...deps, db: tx }, id));
			return c.body(null, 204);
		});
}
