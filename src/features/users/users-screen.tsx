import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#admin/empty-state.tsx";
import { ListAnnouncement } from "#admin/list-announcement.tsx";
import { useListFilter } from "#admin/list-filter.ts";
import { ListFilterBar } from "#admin/list-filter-bar.tsx";
import { createSearch } from "#admin/list-search.ts";
import { LoadFailure } from "#admin/load-failure.tsx";
import { unlistedMeta } from "#site/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { UserTable } from "./user-table.tsx";
import { maxListedUnconfirmed } from "./users.schema.ts";
import { type InvitationRow, invitationsQuery, type UserRow, usersQuery } from "./users-query.ts";

export const meta = () => unlistedMeta("Users");

const search = createSearch<UserRow>(({ full_name, email, role }) => [full_name, email, role]);
const invitationSearch = createSearch<InvitationRow>(({ email, role }) => [email, role]);

export default function UsersScreen() {
	const { data, isError, isFetching, refetch } = useQuery(usersQuery);
	const filter = useListFilter();
	const query = filter.text.trim().toLowerCase();
	const invitations = useQuery(invitationsQuery);
	// Both at once: invitations that came later would push the table down.
	const listed = invitations.isPending ? undefined : data?.filter((user) => search.matches(user, query));
	const invited = invitations.data?.filter((invitation) => invitationSearch.matches(invitation, query)) ?? [];
	const manyUnconfirmed = data && data.filter(isUnconfirmed).length >= maxListedUnconfirmed;
	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl leading-tight tracking-[-0.015em] md:leading-8.5">Users</h1>
				{listed && (
					<>
						<CountBadge>{counted(listed.length, "user")}</CountBadge>
						<CountBadge tone="purple">{counted(listed.filter(isAdmin).length, "admin")}</CountBadge>
					</>
				)}
				<div className="ml-auto flex max-md:order-last max-md:w-full max-md:*:grow max-md:*:justify-center">
					<InviteDialog />
				</div>
			</div>
			<ListFilterBar filter={filter} placeholder="Search by name, email, or role..." />
			<ListAnnouncement>
				{listed && filter.text && (listed.length > 0 ? `${listed.length} found` : "No users found")}
			</ListAnnouncement>
			{isError && !isFetching && <LoadFailure onRetry={() => void refetch()} />}
			{listed && invited.length > 0 && <InvitationList invitations={invited} />}
			{listed?.length === 0 ? (
				<EmptyState title="No users found" hint="Try adjusting your search or filters" />
			) : (
				(listed || !isError) && <UserTable users={listed} />
			)}
			{listed && manyUnconfirmed && (
				<p className="mt-2 text-muted-foreground text-xs">
					Of the accounts that nobody has confirmed, only the newest {maxListedUnconfirmed} are listed and searched.
				</p>
			)}
		</>
	);
}

const isAdmin = (user: UserRow) => user.role === "admin";

const isUnconfirmed = (user: UserRow) => !user.confirmed && !isAdmin(user);

const counted = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
