import type { Database } from "#platform/database.server.ts";
import type { BookingInput } from "./bookings.schema.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

export async function createBooking(db: Database, input: BookingInput): Promise<Booking> {
	const [row] = await db.insert(bookingsTable).values(input).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}
