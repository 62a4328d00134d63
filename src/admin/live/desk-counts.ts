import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useMemo } from "react";
import { api } from "#admin/session/api-client.ts";
import { type LiveListener, useLiveChanges } from "./live.ts";

/** Begins the key of every query whose answer is computed from the records: a change of any of them outdates all. */
export const derivedKey = ["derived"];

/** The eight numbers of the dashboard; the sidebar shows those that wait. */
export const countsQuery = queryOptions({
	queryKey: [...derivedKey, "counts"],
	queryFn: ({ signal }) => parseResponse(api.api.dashboard.$get({}, { init: { signal } })),
});

/** A burst of changes costs one round of requests. */
const pauseMs = 500;

/** Keeps what is computed from the records true while they change; once per page, around all that shows it. */
export function useLiveDerived(): void {
	const client = useQueryClient();
	const listener = useMemo<LiveListener>(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const refresh = () => client.invalidateQueries({ queryKey: derivedKey });
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
	}, [client]);
	useLiveChanges(listener);
}
