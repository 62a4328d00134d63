import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useMemo } from "react";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { type LiveListener, useLiveChanges } from "./live.ts";

/** Begins the key of every query that is computed from the records. A change to any record outdates all of them. */
export const derivedKey = ["derived"];

/** The eight numbers of the dashboard. The sidebar shows those that are waiting. */
export const countsQuery = queryOptions({
	queryKey: [...derivedKey, "counts"],
	queryFn: ({ signal }) => parseResponse(api.api.dashboard.$get({}, { init: { signal } })),
});

/** What waits for staff in three sections: its number of the dashboard, and its status, which is also its word. */
export const waitingIn = {
	applications: { count: "pendingApplications", status: "pending", tone: "yellow" },
	bookings: { count: "newBookings", status: "new", tone: "blue" },
	contacts: { count: "newContacts", status: "new", tone: "blue" },
} as const;

/** A burst of changes causes one round of requests. */
const pauseMs = 500;

/** Refetches what is computed from the records when they change. Use it once per page, around all such values. */
export function useLiveDerived(): void {
	const listener = useMemo<LiveListener>(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const refresh = () => queryClient.invalidateQueries({ queryKey: derivedKey });
		return {
			table: undefined,
			onChanges(changes) {
				if (changes.length === 0) return;
				if (timer) return;
				timer = setTimeout(() => {
					timer = undefined;
					void refresh();
				}, pauseMs);
			},
			catchUp: refresh,
		};
	}, []);
	useLiveChanges(listener);
}
