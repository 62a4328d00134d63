import type { RecordDefinition } from "#lib/record.ts";
import { requestStatusLabels, requestStatusTones, settledRequests } from "#lib/status.ts";
import type { Booking } from "./bookings.table.ts";

export const bookingRecord = {
	table: "bookings",
	kind: "booking",
	label: "Booking",
	noun: "booking",
	path: (id: string) => `/admin/bookings?id=${id}`,
	orderedBy: "created_at",
	statuses: { labels: requestStatusLabels, tones: requestStatusTones, settled: settledRequests },
	fields: {
		name: "Name",
		email: "Email",
		phone: "Phone",
		service_type: "Service",
		preferred_date: "Preferred date",
		preferred_time: "Preferred time",
		message: "Message",
		status: "Status",
		created_at: "Submitted",
	},
	search: { in: ["name", "email"], phone: "phone", title: "name", detail: "email" },
	person: { email: "email", name: "name", phone: "phone", title: "service_type", plural: "bookings" },
	logged: {
		as: "name",
		without: [
			"updated_at",
			"first_answered_at",
			"form_key",
			"by_staff",
			"calendar_start",
			"calendar_sequence",
			"calendar_due",
			"call_start",
			"call_end",
			"chosen_by",
			"guest_time_zone",
			"cancelled_by",
			"cancel_reason",
			"guest_moves",
		],
	},
	live: { dated: true },
	mailed: true,
	counted: { all: "bookings", waiting: { as: "newBookings", status: "new" } },
	api: { path: "/api/bookings", endpoints: ["list", "add", "update", "statuses"] },
} as const satisfies RecordDefinition<Booking>;
