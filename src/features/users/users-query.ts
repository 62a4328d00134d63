import { queryOptions } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";

const listUsers = api.api.users.$get;

export type UserRow = InferResponseType<typeof listUsers>[number];

export const usersQuery = queryOptions({
	queryKey: ["users"],
	queryFn: ({ signal }) => parseResponse(listUsers({}, { init: { signal } })),
	meta: { failure: "Failed to load users" },
});
