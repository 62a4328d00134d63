import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";

export const busyTimesFailure = "Failed to load your calendars. Please try again.";

/** The caller's calendars, and what the firm has set. */
export const busyTimesQuery = queryOptions({
	queryKey: ["busy-times"],
	queryFn: ({ signal }) => parseResponse(api.api["busy-times"].$get({}, { init: { signal } })),
	meta: { failure: busyTimesFailure },
});
