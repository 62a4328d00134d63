import { useQuery } from "@tanstack/react-query";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { counted } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { InvitationList } from "./invitations/invitation-list.tsx";
import { InviteDialog } from "./invitations/invite-dialog.tsx";
import { userColumns } from "./user-columns.tsx";
import { invitationsQuery, invitationsSearch, usersCsv, usersList, usersSearch } from "./users.list.ts";
import type { PresentedUser } from "./users.record.server.ts";
import { maxListedUnconfirmed } from "./users.schema.ts";

export const meta = () => unlistedMeta("Users");

export default function UsersScreen() {
	const { data: invitations = [], isPending } = useQuery(invitationsQuery);

	function listInvited(query: string) {
		const invited = invitations.filter((invitation) => invitationsSearch.matches(invitation, query));
		return invited.length > 0 && <InvitationList invitations={invited} />;
	}

	return (
		<ListScreen
			list={usersList}
			title="Users"
			action={<InviteDialog />}
			countsOf={countUsers}
			csv={usersCsv}
			nameOf={(row) => row.full_name || row.email}
			searchPlaceholder="Search by name, email, or role..."
			search={usersSearch}
			above={listInvited}
			waiting={isPending}
			below={noteUnlisted}
			columns={userColumns}
			empty={{ title: "No users found", hint: "People who sign up or accept an invitation will appear here" }}
		/>
	);
}

function countUsers(listed: readonly PresentedUser[]) {
	const admins = listed.filter(({ role, status }) => role === "admin" && status !== "deactivated");
	return (
		<>
			<CountBadge>{counted(listed.length, "user")}</CountBadge>
			<CountBadge tone="purple">{counted(admins.length, "admin")}</CountBadge>
		</>
	);
}

function noteUnlisted(users: readonly PresentedUser[]) {
	const unconfirmed = users.filter(({ status, role }) => status === "unconfirmed" && role === "user");
	return (
		unconfirmed.length >= maxListedUnconfirmed && (
			<p className="mt-2 text-muted-foreground text-xs">
				Of the unconfirmed accounts, only the newest {maxListedUnconfirmed} are listed and searched.
			</p>
		)
	);
}
