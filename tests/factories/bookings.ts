import type { BookingInput } from "#features/bookings/bookings.schema.ts";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import type { Database } from "#platform/database/database.server.ts";

type NewBooking = BookingInput & Partial<Pick<Booking, "id" | "notes" | "created_at" | "updated_at">>;

export function buildBooking(overrides: Partial<NewBooking> = {}): NewBooking {
	return {
		name: "Dana Whitfield",
		email: "dana@harborandpine.example",
		phone: "(555) 010-0177",
		service_type: "Public Relations",
		preferred_date: "2026-11-24",
		preferred_time: "14:30:00",
		message: "We open our second shop in December.",
		status: "new",
		invite: true,
		...overrides,
	};
}

export async function insertBooking(db: Database, overrides: Partial<NewBooking> = {}): Promise<Booking> {
	const [row] = await db
		.insert(bookingsTable)
		.values({ promised_minutes: 5, ...buildBooking(overrides) })
		.returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}
