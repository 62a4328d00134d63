import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "./api-client.ts";
import { profileKey } from "./query-client.ts";

/** The role comes only from here. Users write what the session says about them (contracts: auth 11). */
export const profileQuery = (userId: string) =>
	queryOptions({
		queryKey: [...profileKey, userId],
		queryFn: ({ signal }) => parseResponse(api.api.profile.$get({}, { init: { signal } })),
	});
