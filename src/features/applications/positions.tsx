import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";

/** What people call the jobs that applications name by their slugs. */
const positionsQuery = queryOptions({
	queryKey: [...derivedKey, "positions"],
	queryFn: async ({ signal }) =>
		(await parseResponse(api.api.applications.positions.$get({}, { init: { signal } }))).positions,
});

export const usePositions = () => useQuery(positionsQuery).data;

/** The job's title; its slug once there is no such job. */
export function PositionTitle({ slug }: { slug: string }) {
	return <span title={slug}>{usePositions()?.find((position) => position.slug === slug)?.title ?? slug}</span>;
}
