import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { SummaryChevron } from "#admin/record/panel.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { api } from "#admin/session/api-client.ts";
import type { RecordTable } from "#records.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { actorName, changePhrases } from "./activity-text.ts";

/** Only the latest changes of the record are shown here; /admin/activity has all of them. */
const mostShown = "50";

const recordActivityQuery = (table: RecordTable, record: string) =>
	queryOptions({
		queryKey: [...derivedKey, "activity", table, record],
		queryFn: ({ signal }) =>
			parseResponse(api.api.activity.$get({ query: { table, record, limit: mostShown } }, { init: { signal } })),
	});

/** Who changed this record, and when. It is collapsed at first, and loads when it is opened. */
export function RecordActivity({ table, id }: { table: RecordTable; id: string }) {
	const [open, setOpen] = useState(false);
	return (
		<details onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 font-semibold text-muted-foreground text-xs hover:text-foreground max-md:min-h-11 [&::-webkit-details-marker]:hidden">
				<SummaryChevron />
				Activity
			</summary>
			{open && <Entries table={table} id={id} />}
		</details>
	);
}

function Entries({ table, id }: { table: RecordTable; id: string }) {
	const { data, isError } = useQuery(recordActivityQuery(table, id));
	if (!data)
		return isError ? (
			<p>The activity couldn't be loaded. Check your connection and try again.</p>
		) : (
			<Skeleton className="mt-1 h-9 w-full" />
		);
	if (data.rows.length === 0) return <p className="mt-1 text-muted-foreground">No activity yet.</p>;
	return (
		<ol className="mt-1 grid max-h-60 gap-1.5 overflow-y-auto">
			{data.rows.map((row) => (
				<li key={row.id} className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]">
					<span>
						<span className="font-semibold">{actorName(row)}</span> {changePhrases(row).join("; ")}
					</span>
					<span className="ml-auto text-muted-foreground text-xs">
						<RelativeTime at={row.at} />
					</span>
				</li>
			))}
		</ol>
	);
}
