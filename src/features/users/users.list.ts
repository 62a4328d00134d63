import { queryOptions } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { accessText } from "#lib/access/areas.ts";
import { formatForTable } from "#lib/time/dates.ts";
import type { PresentedUser } from "./users.record.server.ts";
import { userRecord } from "./users.record.ts";
import { type Role, userStatusLabels } from "./users.schema.ts";

export const usersList = defineReadOnlyList<PresentedUser>({
	record: userRecord,
	loadPage: (query) => parseResponse(api.api.users.$get({ query })),
	failures: { load: "Failed to load users" },
});

/** When each account was last used, by its id. It is asked for again after live changes, so it may be a little old. */
export const lastSeenQuery = queryOptions({
	queryKey: [...derivedKey, "last-seen"],
	queryFn: ({ signal }) => parseResponse(api.api.users["last-seen"].$get({}, { init: { signal } })),
});

export const roleLabels: Record<Role, string> = { user: "User", admin: "Admin" };

export const secondStepText = ({ has_passkey, has_app }: Pick<PresentedUser, "has_passkey" | "has_app">): string =>
	[has_passkey && "Passkey", has_app && "App"].filter(Boolean).join(", ") || "None";

export const usersSearch = createSearch<PresentedUser>(({ full_name, email, role }) => [full_name, email, role]);

export const usersCsv: CsvExport<PresentedUser> = {
	filename: "users.csv",
	toRecord: (row) => ({
		Name: row.full_name,
		Email: row.email,
		Role: roleLabels[row.role],
		Access: row.role === "admin" ? accessText(row.areas) : "",
		Status: userStatusLabels[row.status],
		"Second Step": secondStepText(row),
		Joined: formatForTable(row.created_at),
	}),
};

const listInvitations = api.api.invitations.$get;

export type InvitationRow = InferResponseType<typeof listInvitations>[number];

export const invitationsQuery = queryOptions({
	queryKey: ["invitations"],
	queryFn: ({ signal }) => parseResponse(listInvitations({}, { init: { signal } })),
	meta: {
		// One toast is shown at a time, and without the users the invitations don't matter.
		failure: () =>
			queryClient.getQueryState(usersList.query.queryKey)?.status === "error"
				? undefined
				: { title: "Error", description: "Failed to load the invitations. Please try again." },
	},
});

export const invitationsCsv: CsvExport<InvitationRow> = {
	filename: "invitations.csv",
	toRecord: (row) => ({
		Email: row.email,
		Role: roleLabels[row.role],
		Access: row.role === "admin" ? accessText(row.areas) : "",
		Sent: formatForTable(row.sent_at),
		Expires: formatForTable(row.expires_at),
	}),
};

export const invitationsSearch = createSearch<InvitationRow>(({ email, role }) => [email, role]);
