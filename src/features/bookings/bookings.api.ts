import { Hono } from "hono";
import type { Deps } from "#platform/deps.server.ts";
import { listQuerySchema } from "#platform/keyset.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/validate.server.ts";
import { addBooking, changeBooking } from "./booking-invitations.server.ts";
import { bookingChangeSchema, bookingInputSchema } from "./bookings.schema.ts";
import { listBookings, presentBooking } from "./bookings.server.ts";

/** Staff's side of bookings; visitors book through the action of the public page. */
export function bookingsApi(deps: Pick<Deps, "db" | "jobs" | "settings" | "clock">) {
	return new Hono()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listBookings(deps.db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentBooking), next });
		})
		.post("/", validateJson(bookingInputSchema), async (c) => {
			const row = await addBooking(deps, c.req.valid("json"));
			return c.json(presentBooking(row), 201);
		})
		.patch("/:id", validateJson(bookingChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This booking");
			const row = await changeBooking(deps, id, c.req.valid("json"));
			return c.json(presentBooking(row));
		});
}
