import type { calendarFeedsTable } from "#features/bookings/guests/call-links.table.ts";
import type { RecordDefinition } from "#lib/record.ts";
import type { CallHoursRow } from "./call-hours.table.ts";

/** Changes of the hours are logged, each with its old and new value. */
export const callHoursRecord = {
	table: "call_hours",
	kind: "call-hours",
	area: "unlimited",
	label: "Call Hours",
	noun: "setting",
	path: () => "/admin/bookings/hours",
	logged: { as: "id", on: ["update"] },
	live: { dated: false },
} as const satisfies RecordDefinition<CallHoursRow>;

/** Made, replaced, and revoked; the log never has the hash of an address. */
export const calendarFeedRecord = {
	table: "calendar_feeds",
	kind: "calendar-feed",
	area: "desk",
	label: "Calendar Feed",
	noun: "calendar feed",
	path: () => "/admin/bookings/calendar",
	logged: { as: "id", without: ["last_read_at", "created_at"], secret: ["token_hash"] },
} as const satisfies RecordDefinition<typeof calendarFeedsTable.$inferSelect>;
