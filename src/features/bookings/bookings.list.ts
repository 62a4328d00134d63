import { parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import { defineList } from "#admin/list.ts";
import { createSearch } from "#admin/list-search.ts";
import { requestStatusLabels } from "#lib/status.ts";
import type { PresentedBooking } from "./bookings.server.ts";

const endpoint = api.api.bookings;

export const bookingsList = defineList<PresentedBooking, PresentedBooking["status"]>({
	table: "bookings",
	sortKey: (row) => row.created_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	statusLabels: requestStatusLabels,
	subject: "Booking",
	failures: { load: "Failed to load bookings", change: "Failed to update booking status" },
	announce: ({ name }) => ({ title: "New Booking!", description: `New consultation request from ${name}` }),
});

export const bookingsSearch = createSearch<PresentedBooking>((row) => [row.name, row.email, row.service_type]);
