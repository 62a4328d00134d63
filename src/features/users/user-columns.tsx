import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import type { Column } from "#admin/table/data-table-row.tsx";
import { CountBadge } from "#ui/badge.tsx";
import { Access } from "./access-dialog.tsx";
import { DeactivateAccount } from "./deactivate-account.tsx";
import { RoleSelect, useIsOwn } from "./role-select.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { lastSeenQuery, secondStepText } from "./users.list.ts";
import type { PresentedUser } from "./users.record.server.ts";
import { userStatusLabels, userStatusTones } from "./users.schema.ts";

/** On phones each row is a card: name and role, email, date joined and access, actions. */
export const userColumns: readonly Column<PresentedUser>[] = [
	{
		header: "Name",
		width: "minmax(0,1.3fr)",
		narrowWidth: "minmax(0,1.1fr)",
		twoLines: true,
		card: "max-md:col-start-1 max-md:row-start-1",
		cell: (user) => <Name user={user} />,
	},
	{
		header: "Email",
		width: "minmax(0,1.6fr)",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (user) => (
			<>
				<p className="line-clamp-2 wrap-break-word max-md:line-clamp-none">
					<Email address={user.email} />
				</p>
				{user.status !== "unconfirmed" && (
					<p className="text-muted-foreground text-xs leading-tight">Second step: {secondStepText(user)}</p>
				)}
			</>
		),
	},
	{
		header: "Role",
		width: "minmax(14.5rem,1.2fr)",
		narrowWidth: "11.5rem",
		card: "max-md:col-start-2 max-md:row-start-1 max-md:row-span-2 max-md:self-start max-md:text-right",
		cell: (user) => <RoleSelect user={user} />,
	},
	{
		header: "Access",
		width: "minmax(6.25rem,0.6fr)",
		narrowWidth: "5.5rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (user) => <Access user={user} />,
	},
	{
		header: "Joined",
		width: "minmax(10rem,0.9fr)",
		narrowWidth: "6.25rem",
		card: "max-md:col-start-1 max-md:row-start-3 max-md:text-muted-foreground",
		cardLabel: "Joined",
		cell: (user) => <Joined user={user} />,
	},
	{
		header: "Actions",
		width: "6.5rem",
		narrowWidth: "6rem",
		card: "max-md:col-span-2 max-md:row-start-4",
		cell: (user) => <Actions user={user} />,
	},
];

function Name({ user }: { user: PresentedUser }) {
	const own = useIsOwn(user);
	return (
		<div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
			<span
				title={user.full_name ?? undefined}
				className="max-md:wrap-anywhere max-md:line-clamp-2 max-md:text-[0.9375rem] max-md:leading-6 md:max-w-full md:truncate"
			>
				{user.full_name || <span className="font-normal text-muted-foreground">No name</span>}
			</span>
			{own && (
				<>
					{/* Read as two words. The gap between them is only visual. */}
					<span className="sr-only">, </span>
					<CountBadge>You</CountBadge>
				</>
			)}
			{user.status !== "confirmed" && (
				<CountBadge tone={userStatusTones[user.status]}>{userStatusLabels[user.status]}</CountBadge>
			)}
		</div>
	);
}

function Joined({ user }: { user: PresentedUser }) {
	const { data } = useQuery(lastSeenQuery);
	const seen = data?.[user.user_id];
	return (
		<>
			<p className="max-md:inline md:truncate">
				<RelativeTime at={user.created_at} />
			</p>
			{data && (
				<p className="text-muted-foreground text-xs leading-tight md:truncate">
					{seen ? (
						<>
							Last seen <RelativeTime at={seen} />
						</>
					) : (
						"Never signed in"
					)}
				</p>
			)}
		</>
	);
}

/** If there isn't enough space, the address breaks after the @. */
function Email({ address }: { address: string }) {
	const [mailbox, domain] = address.split("@");
	return (
		<>
			{mailbox}@<wbr />
			{domain}
		</>
	);
}

function Actions({ user }: { user: PresentedUser }) {
	if (useIsOwn(user)) return null;
	return (
		<span className="flex flex-wrap gap-1.5">
			{user.status !== "deactivated" && <SignOutEverywhere user={user} />}
			{user.status !== "unconfirmed" && <DeactivateAccount user={user} />}
		</span>
	);
}
