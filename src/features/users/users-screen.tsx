import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import empty from "#art/empty.svg";
import { unlistedMeta } from "#site/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { UserTable } from "./user-table.tsx";
import { matchesUser } from "./users.schema.ts";
import { usersQuery } from "./users-query.ts";

export const meta = () => unlistedMeta("Users");

export default function UsersScreen() {
	const [search, setSearch] = useState("");
	const { data, isError, refetch } = useQuery(usersQuery);
	const listed = data?.filter((user) => matchesUser(user, search));
	const admins = listed?.filter((user) => user.role === "admin").length;
	return (
		<>
			<div className="flex min-h-8.5 flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl tracking-tight">Users</h1>
				{listed && (
					<>
						<CountBadge>{counted(listed.length, "user")}</CountBadge>
						<CountBadge tone="purple">{counted(admins ?? 0, "admin")}</CountBadge>
					</>
				)}
			</div>
			<div className="relative mt-4 mb-3 md:max-w-96">
				<Search
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
					strokeWidth={1.75}
				/>
				<input
					type="search"
					aria-label="Search users"
					placeholder="Search by name, email, or role..."
					value={search}
					onChange={(event) => setSearch(event.target.value)}
					className="min-h-11 w-full rounded-sm border border-input bg-card pr-3 pl-9 text-base placeholder:text-muted-foreground focus:outline-2 focus:outline-ring focus:-outline-offset-1 md:min-h-8.5 md:text-dense"
				/>
			</div>
			{isError && !data ? <NotLoaded onRetry={() => void refetch()} /> : <UserTable users={listed} />}
			{listed?.length === 0 && <NothingFound />}
		</>
	);
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function NotLoaded({ onRetry }: { onRetry: () => void }) {
	return (
		<div className="grid justify-items-start gap-3 rounded-md border border-border bg-card p-5">
			<p>The users could not be loaded.</p>
			<Button size="dense" variant="secondary" onClick={onRetry}>
				Try Again
			</Button>
		</div>
	);
}

function NothingFound() {
	return (
		<div className="flex items-center gap-5 rounded-b-md border border-border border-t-0 bg-card p-5">
			<img src={empty} alt="" className="w-30" />
			<p>
				<strong className="block font-semibold text-sm">No users found</strong>
				<span className="text-muted-foreground">Try adjusting your search or filters</span>
			</p>
		</div>
	);
}
