import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { recordCsv } from "#admin/lists/record-csv.ts";
import { api } from "#admin/session/api-client.ts";
import type { PresentedBooking } from "./bookings.record.server.ts";
import { bookingRecord } from "./bookings.record.ts";

const endpoint = api.api.bookings;

export const bookingsList = defineList<PresentedBooking>({
	record: bookingRecord,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	failures: { load: "Failed to load bookings", change: "Failed to update booking status" },
	announce: ({ name }) => ({ title: "New Booking!", description: `New consultation request from ${name}` }),
});

export const bookingsCsv = recordCsv<PresentedBooking>(bookingRecord, "bookings.csv", {
	preferred_time: ({ preferred_time }) => preferred_time?.slice(0, 5) ?? null,
});

export const loadBookingResponseTimes = (signal: AbortSignal) =>
	parseResponse(endpoint["response-times"].$get({}, { init: { signal } }));

export const bookingsSearch = createSearch<PresentedBooking>(
	(row) => [row.name, row.email, row.service_type],
	(row) => row.phone,
);
