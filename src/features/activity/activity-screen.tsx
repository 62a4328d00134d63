import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { useOpenRow } from "#admin/record/open-row.ts";
import { PlacedRecord } from "#admin/record/record-place.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { api } from "#admin/session/api-client.ts";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { EmptyState } from "#admin/table/empty-state.tsx";
import { type CsvExport, ExportButton, type LoadRows } from "#admin/table/export-button.tsx";
import { ListAnnouncement } from "#admin/table/list-announcement.tsx";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { MaybeLink } from "#admin/table/maybe-link.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { type RecordTable, recordOf, records, recordTables } from "#records.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { SelectField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { PresentedActivity } from "./activity.server.ts";
import { ActivityDialog } from "./activity-dialog.tsx";
import { actorName, changePhrases, linkedRecord, originText, recordName } from "./activity-text.ts";

export const meta = () => unlistedMeta("Activity");

const pageSize = "100";
const loadFailure = "Failed to load activity. Please try again.";

type Filter = { table?: RecordTable; actor?: string };

const activityQuery = (filter: Filter) =>
	infiniteQueryOptions({
		queryKey: [...derivedKey, "activity", filter],
		queryFn: ({ pageParam, signal }) =>
			parseResponse(
				api.api.activity.$get(
					{ query: { limit: pageSize, ...filter, ...(pageParam && { before: pageParam }) } },
					{ init: { signal } },
				),
			),
		initialPageParam: "",
		getNextPageParam: (page) => page.next,
		meta: { failure: loadFailure },
	});

/** Larger than a page of the screen. */
const exportPageSize = "1000";

/** Loads everything that matches the filter, page by page. What is added meanwhile is newer than the first page. */
const loadAll =
	(filter: Filter): LoadRows<PresentedActivity> =>
	async (onProgress) => {
		const rows: PresentedActivity[] = [];
		let before: string | null = null;
		do {
			const query = { limit: exportPageSize, ...filter, ...(before && { before }) };
			const page: { rows: PresentedActivity[]; next: string | null } = await parseResponse(
				api.api.activity.$get({ query }),
			);
			rows.push(...page.rows);
			onProgress(rows.length);
			before = page.next;
		} while (before);
		return rows;
	};

const activityCsv: CsvExport<PresentedActivity> = {
	filename: "activity.csv",
	toRecord: (row) => ({
		When: formatForTable(row.at),
		Who: actorName(row),
		Email: row.actor_email,
		What: recordOf(row.record_table)?.label ?? row.record_table,
		Record: row.record_label ?? "erased",
		Change: changePhrases(row).join("; "),
		Address: row.address,
		Device: row.device,
	}),
};

/** An entry that a link leads to and the loaded pages lack: an older one, or one that the filter leaves out. */
const entryQuery = (id: string) =>
	queryOptions({
		queryKey: ["activity-entry", id],
		queryFn: ({ signal }) => parseResponse(api.api.activity[":id"].$get({ param: { id } }, { init: { signal } })),
		// Entries are never changed.
		staleTime: Number.POSITIVE_INFINITY,
		meta: { failure: "This entry couldn't be loaded. It may have been deleted." },
	});

const actorsQuery = queryOptions({
	queryKey: [...derivedKey, "actors"],
	queryFn: ({ signal }) => parseResponse(api.api.activity.actors.$get({}, { init: { signal } })),
});

/** Every change, with its author and time, newest first. */
export default function ActivityScreen() {
	const [params, setParams] = useSearchParams();
	const table = recordTables.find((name) => name === params.get("table"));
	const actor = params.get("actor") ?? "";
	const filter = { ...(table && { table }), ...(actor && { actor }) };
	const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
		activityQuery(filter),
	);
	const { data: known } = useQuery(actorsQuery);
	const rows = data?.pages.flatMap((page) => page.rows);
	const { openId, goTo, close } = useOpenRow();
	const index = rows?.findIndex(({ id }) => id === openId) ?? -1;
	const linked = useQuery({ ...entryQuery(openId ?? ""), enabled: rows !== undefined && openId !== null && index < 0 });
	const openRow = openId === null ? undefined : (rows?.[index] ?? linked.data);
	const isLastLoaded = rows !== undefined && index === rows.length - 1;
	const list = useRef<HTMLOListElement>(null);

	// Going from entry to entry also leads to the next page.
	useEffect(() => {
		if (isLastLoaded && openId && hasNextPage) void fetchNextPage();
	}, [isLastLoaded, openId, hasNextPage, fetchNextPage]);

	function stepTo(row: PresentedActivity | undefined): (() => void) | undefined {
		return row && (() => goTo(row.id));
	}

	function focusEntry(id: string): boolean {
		const button = list.current?.querySelector<HTMLElement>(`[data-id="${id}"] button`);
		button?.focus();
		return button !== undefined;
	}

	function narrow(name: "table" | "actor", value: string): void {
		setParams(
			(current) => {
				if (value) current.set(name, value);
				else current.delete(name);
				return current;
			},
			{ replace: true, preventScrollReset: true },
		);
	}

	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<ScreenTitle className="md:leading-8.5">Activity</ScreenTitle>
				<LiveBadge />
				<div className="ml-auto">
					<ExportButton rows={rows?.length ? loadAll(filter) : undefined} {...activityCsv} />
				</div>
				<p className="w-full text-muted-foreground md:-mt-1">
					Who changed what, who signed in, and when. This log can't be edited.
				</p>
			</div>
			<search className="mt-4 mb-3 grid grid-cols-2 gap-3 md:flex">
				<SelectField
					dense
					className="md:w-52"
					label="Who"
					value={actor}
					onChange={(event) => narrow("actor", event.target.value)}
					options={[
						{ value: "", label: "Everyone" },
						...(known?.actors ?? []).map(({ id, name }) => ({ value: id, label: name })),
						{ value: "visitor", label: "Visitors and Sign-Ins" },
						{ value: "system", label: "System" },
					]}
				/>
				<SelectField
					dense
					className="md:w-44"
					label="What"
					value={table ?? ""}
					onChange={(event) => narrow("table", event.target.value)}
					options={[
						{ value: "", label: "All Records" },
						...records.map(({ table, label }) => ({ value: table, label })),
					]}
				/>
			</search>
			<ListAnnouncement>
				{rows && (table || actor) && (rows.length > 0 ? "Activity filtered" : "No activity found")}
			</ListAnnouncement>
			{isError && !isFetching && <LoadFailure onRetry={() => void refetch()} />}
			{!rows && !isError && <ActivitySkeleton />}
			{rows?.length === 0 && (
				<EmptyState
					title="No activity found"
					hint={table || actor ? "Try adjusting your filters" : "Changes will appear here"}
				/>
			)}
			{rows && rows.length > 0 && (
				<ol ref={list} className="divide-y divide-border rounded-md border border-border bg-card">
					{rows.map((row) => (
						<Entry key={row.id} row={row} />
					))}
				</ol>
			)}
			{rows && openRow && (
				<PlacedRecord
					id={openRow.id}
					name={recordName(openRow)}
					place={
						index < 0
							? undefined
							: {
									position: index + 1,
									total: rows.length,
									previous: stepTo(rows[index - 1]),
									next: stepTo(rows[index + 1]),
								}
					}
					takeFocus={() => focusEntry(openRow.id)}
				>
					<ActivityDialog row={openRow} onClose={close} />
				</PlacedRecord>
			)}
			{hasNextPage && (
				<DeskButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3 self-start">
					{isFetchingNextPage ? "Loading..." : "Show More"}
				</DeskButton>
			)}
		</>
	);
}

const entryClass =
	"grid gap-x-4 gap-y-0.5 px-3.5 py-2.5 md:grid-cols-[8rem_11rem_minmax(0,1fr)_6rem_auto] lg:grid-cols-[minmax(9rem,0.55fr)_minmax(14rem,1fr)_minmax(0,1.2fr)_8rem_auto] md:items-baseline";

function Entry({ row }: { row: PresentedActivity }) {
	const name = recordName(row);
	const origin = originText(row);
	return (
		<li data-id={row.id} className={entryClass}>
			<p className="truncate font-semibold">
				<MaybeLink to={row.actor_id ? `/admin/activity?actor=${row.actor_id}` : undefined} className="hover:underline">
					{actorName(row)}
				</MaybeLink>
			</p>
			<p className="truncate">
				<MaybeLink to={linkedRecord(row)} className="underline underline-offset-2">
					{name}
				</MaybeLink>
			</p>
			<ul className="[overflow-wrap:anywhere]">
				{changePhrases(row).map((phrase) => (
					<li key={phrase}>{phrase}</li>
				))}
				{origin && <li className="text-muted-foreground text-xs">{origin}</li>}
			</ul>
			<p className="text-muted-foreground text-xs md:text-right">
				<RelativeTime at={row.at} />
			</p>
			<p className="max-md:mt-1">
				<DetailsButton id={row.id} of={`${actorName(row)}, ${name}`} />
			</p>
		</li>
	);
}

function ActivitySkeleton() {
	return (
		<div role="status" className="grid gap-px overflow-hidden rounded-md border border-border bg-border">
			<span className="sr-only">Loading</span>
			{["a", "b", "c", "d", "e"].map((key) => (
				<span key={key} className={clsx(entryClass, "bg-card")}>
					<Skeleton className="my-1 h-3 w-24" />
					<Skeleton className="my-1 h-3 w-44" />
					<Skeleton className="my-1 h-3 w-28" />
					<Skeleton className="my-1 h-3 w-20 md:ml-auto" />
				</span>
			))}
		</div>
	);
}
