import type { Profile } from "#features/auth/accounts/profiles.table.ts";
import type { RecordDefinition } from "#lib/record.ts";
import type { Invitation } from "./invitations/invitations.table.ts";
import { userStatusLabels, userStatusTones } from "./users.schema.ts";

export const userRecord = {
	table: "profiles",
	kind: "user",
	area: "unlimited",
	label: "User",
	noun: "user",
	path: () => "/admin/users",
	list: { label: "Users", path: "/admin/users", screen: "features/users/users-screen.tsx" },
	orderedBy: "created_at",
	statuses: { labels: userStatusLabels, tones: userStatusTones },
	logged: { as: "email", without: ["email", "full_name", "signature", "updated_at"] },
	live: { dated: true },
	api: { path: "/api/users", endpoints: ["list"] },
} as const satisfies RecordDefinition<Profile>;

export const invitationRecord = {
	table: "invitations",
	kind: "invitation",
	area: "unlimited",
	label: "Invitation",
	noun: "invitation",
	path: () => "/admin/users",
	logged: {
		as: "email",
		without: ["sent_at", "expires_at", "invited_by"],
		secret: ["token_hash"],
		on: ["insert", "update"],
	},
} as const satisfies RecordDefinition<Invitation>;
