import { clsx } from "clsx";
import { useAuth } from "#admin/auth-context.tsx";
import { RelativeTime } from "#admin/relative-time.tsx";
import { CountBadge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { RoleSelect } from "./role-select.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import type { UserRow } from "./users-query.ts";

const columns = [
	{ name: "Name", width: "md:w-[22%]" },
	{ name: "Email", width: "md:w-[30%]" },
	{ name: "Role", width: "md:w-[28%]" },
	{ name: "Joined", width: "md:w-[20%]" },
	{ name: "Actions", width: "md:w-21" },
];
const skeletonRows = ["a", "b", "c", "d", "e"];

/** On phones each row is a card: name and role, email, joined, what can be done. */
const rowClass =
	"group/row border-border max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:p-3.5 max-md:last:border-b-0 md:h-13.5";
const cellClass = "border-border md:border-b md:px-3.5 md:py-2 md:group-last/row:border-b-0";

/** @param props.users undefined while they are loading */
export function UserTable({ users }: { users: UserRow[] | undefined }) {
	const { user, interrupted } = useAuth();
	const ownId = (user ?? interrupted)?.id;
	return (
		<table
			aria-busy={!users}
			aria-label="Users"
			className="w-full border-separate border-spacing-0 overflow-hidden rounded-md border border-border bg-card max-md:block md:table-fixed"
		>
			<thead className="max-md:sr-only">
				<tr>
					{columns.map(({ name, width }) => (
						<th
							key={name}
							scope="col"
							className={clsx(
								"h-9 border-border border-b bg-secondary px-3.5 text-left font-semibold text-muted-foreground text-xs",
								width,
							)}
						>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="max-md:block">
				{users
					? users.map((row) => <UserTableRow key={row.id} user={row} own={row.user_id === ownId} />)
					: skeletonRows.map((row) => <SkeletonRow key={row} />)}
			</tbody>
		</table>
	);
}

function UserTableRow({ user, own }: { user: UserRow; own: boolean }) {
	return (
		<tr className={rowClass}>
			<td className={clsx(cellClass, "font-semibold wrap-anywhere")}>
				<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
					{user.full_name || <span className="font-normal text-muted-foreground">No name</span>}
					{own && (
						<>
							{/* Read as two: the gap between them is only seen. */}
							<span className="sr-only">, </span>
							<CountBadge>You</CountBadge>
						</>
					)}
					{!user.confirmed && <CountBadge tone="yellow">Not confirmed</CountBadge>}
				</div>
			</td>
			<td className={clsx(cellClass, "wrap-break-word max-md:col-start-1")}>
				<Email address={user.email} />
			</td>
			<td className={clsx(cellClass, "max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:text-right")}>
				<RoleSelect user={user} own={own} />
			</td>
			<td className={clsx(cellClass, "max-md:col-start-1 max-md:text-muted-foreground")}>
				<RelativeTime at={user.created_at} />
			</td>
			<td className={clsx(cellClass, "max-md:col-span-2 max-md:mt-1.5", own && "max-md:hidden")}>
				{!own && <SignOutEverywhere user={user} />}
			</td>
		</tr>
	);
}

/** Where there is no room for the whole it breaks after the @. */
function Email({ address }: { address: string }) {
	const [mailbox, domain] = address.split("@");
	return (
		<>
			{mailbox}@<wbr />
			{domain}
		</>
	);
}

function SkeletonRow() {
	return (
		<tr className={rowClass}>
			<td className={cellClass}>
				<Skeleton className="h-3.5 w-32" />
			</td>
			<td className={clsx(cellClass, "max-md:col-start-1")}>
				<Skeleton className="h-3.5 w-44" />
			</td>
			<td className={clsx(cellClass, "max-md:col-start-2 max-md:row-start-1")}>
				<Skeleton className="h-6 w-20 rounded-bowl!" />
			</td>
			<td className={clsx(cellClass, "max-md:col-start-1")}>
				<Skeleton className="h-3.5 w-24" />
			</td>
			<td className={clsx(cellClass, "max-md:col-span-2 max-md:mt-1.5")}>
				<Skeleton className="h-11 w-48 md:h-8.5 md:w-8.5" />
			</td>
		</tr>
	);
}
