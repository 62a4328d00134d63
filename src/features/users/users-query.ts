import { queryOptions } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import type { Role } from "./users.schema.ts";

const listUsers = api.api.users.$get;

export type UserRow = InferResponseType<typeof listUsers>[number];

export const usersQuery = queryOptions({
	queryKey: ["users"],
	queryFn: ({ signal }) => parseResponse(listUsers({}, { init: { signal } })),
	meta: { failure: "Failed to load users" },
});

const listInvitations = api.api.invitations.$get;

export type InvitationRow = InferResponseType<typeof listInvitations>[number];

export const invitationsQuery = queryOptions({
	queryKey: ["invitations"],
	queryFn: ({ signal }) => parseResponse(listInvitations({}, { init: { signal } })),
	meta: { failure: "Failed to load invitations" },
});

export const roleLabels: Record<Role, string> = { user: "User", admin: "Admin" };
