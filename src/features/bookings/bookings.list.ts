import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { requestStatusLabels } from "#lib/status.ts";
import { formatForTable } from "#lib/time/dates.ts";
import type { PresentedBooking } from "./bookings.server.ts";

const endpoint = api.api.bookings;

export const bookingsList = defineList<PresentedBooking, PresentedBooking["status"]>({
	table: "bookings",
	sortKey: (row) => row.created_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	statusLabels: requestStatusLabels,
	subject: "Booking",
	failures: { load: "Failed to load bookings", change: "Failed to update booking status" },
	announce: ({ name }) => ({ title: "New Booking!", description: `New consultation request from ${name}` }),
});

export const bookingsCsv: CsvExport<PresentedBooking> = {
	filename: "bookings.csv",
	toRecord: (row) => ({
		Name: row.name,
		Email: row.email,
		Phone: row.phone,
		Service: row.service_type,
		"Preferred date": row.preferred_date,
		"Preferred time": row.preferred_time?.slice(0, 5) ?? null,
		Message: row.message,
		Status: requestStatusLabels[row.status],
		Submitted: formatForTable(row.created_at),
	}),
};

export const loadBookingResponseTimes = (signal: AbortSignal) =>
	parseResponse(endpoint["response-times"].$get({}, { init: { signal } }));

export const bookingsSearch = createSearch<PresentedBooking>((row) => [row.name, row.email, row.service_type]);
