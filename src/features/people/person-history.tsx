import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { personPath } from "#admin/record/recent-people.ts";
import { iconOf } from "#admin/record/record-icons.ts";
import { api } from "#admin/session/api-client.ts";
import { RecordActivity } from "#features/activity/record-activity.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { type RecordTable, recordOfKind } from "#records.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

export const dealingsQuery = (email: string) =>
	queryOptions({
		queryKey: [...derivedKey, "people", email.toLowerCase()],
		queryFn: ({ signal }) => parseResponse(api.api.people.$get({ query: { email } }, { init: { signal } })),
	});

type HistoryProps = {
	table: RecordTable;
	id: string;
	email: string;
	/** More links about the person, in the heading's line. */
	links?: ReactNode;
};

/** What else is known of a record: what came from the same person, and who has changed it. */
export function RecordHistory({ table, id, email, links }: HistoryProps) {
	return (
		<>
			<PersonHistory email={email} except={id} links={links} />
			<RecordActivity table={table} id={id} />
		</>
	);
}

/** What else there is from the same address, with links. */
function PersonHistory({ email, except, links }: { email: string; except: string; links: ReactNode }) {
	const { data, isError } = useQuery(dealingsQuery(email));
	const others = data?.dealings.filter(({ id }) => id !== except);
	return (
		<section className="grid gap-1">
			<div className="flex flex-wrap items-center gap-x-3">
				<h3 className="font-semibold text-muted-foreground text-xs">More from This Person</h3>
				<Link
					to={personPath(email)}
					className="inline-flex min-h-6 items-center text-xs underline underline-offset-2 max-md:min-h-11"
				>
					Full History and Emails
				</Link>
				{links}
			</div>
			{isError && !others && <p>The history couldn't be loaded. Check your connection and try again.</p>}
			{!others && !isError && <Skeleton className="h-9 w-full" />}
			{others?.length === 0 && <p className="text-muted-foreground">Nothing else from this email address.</p>}
			{others && others.length > 0 && (
				<ul className="max-h-46 divide-y divide-border overflow-y-auto rounded-sm border border-border bg-card">
					{others.map(({ kind, id, title, status, at }) => {
						const record = recordOfKind(kind);
						if (!record) return null;
						const Icon = iconOf(record.table);
						return (
							<li key={`${kind} ${id}`} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 px-2.5 py-1">
								<Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} />
								<Link
									to={record.path(id)}
									className="inline-flex min-h-7 min-w-0 items-center underline underline-offset-2 max-md:min-h-9"
								>
									<span className="truncate">
										{record.label}: {title}
									</span>
								</Link>
								<span className="ml-auto text-muted-foreground text-xs">{formatMoment(at)}</span>
								<span className="flex min-w-24 justify-end">
									<StatusBadge tone={status.tone}>{status.label}</StatusBadge>
								</span>
							</li>
						);
					})}
				</ul>
			)}
		</section>
	);
}
