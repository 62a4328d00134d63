import { Fragment, type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from "react";
import type { StatusTone } from "#lib/status.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable, type DataTableHandle } from "./data-table.tsx";
import type { Column, UrgencyOf } from "./data-table-row.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type CsvExport, ExportButton } from "./export-button.tsx";
import { type List, useListRows } from "./list.ts";
import { ListAnnouncement } from "./list-announcement.tsx";
import { useListFilter } from "./list-filter.ts";
import { ListFilterBar } from "./list-filter-bar.tsx";
import type { ListRow } from "./list-rows.ts";
import type { Search } from "./list-search.ts";
import { LiveBadge } from "./live-badge.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { useOpenRow } from "./open-row.ts";
import { useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";

/** What a list screen does not share with the others. */
export type ListScreenProps<Row extends ListRow & { status: Status }, Status extends string> = {
	list: List<Row, Status>;
	title: string;
	subtitle?: string;
	/** Between the title and the rows. */
	notice?: ReactNode;
	/** At the right of the title. */
	action?: ReactNode;
	/** In the row of the filters: how the list is doing. */
	insight?: ReactNode;
	csv?: CsvExport<Row>;
	/** Names a row for those who hear its checkbox; without it rows can't be selected. */
	nameOf?(row: Row): string;
	/** The status whose number stands beside the title: '3 new'. */
	counted?: { status: Status; label: string; tone: StatusTone };
	/** Beside the title, about all rows, whatever the list is narrowed to. */
	summary?(rows: readonly Row[]): ReactNode;
	searchPlaceholder: string;
	search: Search<Row>;
	columns: readonly Column<Row>[];
	urgencyOf?: UrgencyOf<Row>;
	empty: { title: string; hint: string; action?: ReactNode };
	/** The dialog of the row that is open; where rows open a screen of their own, `onOpen` goes there instead. */
	details?(row: Row, close: () => void): ReactNode;
	onOpen?(row: Row): void;
};

export function ListScreen<Row extends ListRow & { status: Status }, Status extends string>({
	list,
	title,
	subtitle,
	notice,
	action,
	insight,
	csv,
	nameOf,
	counted,
	summary,
	searchPlaceholder,
	search,
	columns,
	urgencyOf,
	empty,
	details,
	onOpen,
}: ListScreenProps<Row, Status>) {
	const { rows, isError, isFetching, retry, freshIds } = useListRows(list);
	const filter = useListFilter();
	const query = useDeferredValue(filter.text.trim().toLowerCase());
	const shown = useMemo(
		() => rows?.filter((row) => (!filter.status || row.status === filter.status) && search.matches(row, query)),
		[rows, filter.status, query, search],
	);
	const isNarrowed = filter.text !== "" || filter.status !== "";
	const { openId, open, close } = useOpenRow();
	const openRow = useMemo(() => (openId ? rows?.find((row) => row.id === openId) : undefined), [rows, openId]);
	const table = useRef<DataTableHandle>(null);
	const { selection, rows: selected } = useSelection(shown);
	const focusRows = useCallback(() => table.current?.focusRow(), []);

	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl leading-tight tracking-[-0.015em] md:leading-8.5">{title}</h1>
				{shown && <CountBadge>{shown.length.toLocaleString("en-US")}</CountBadge>}
				{rows && counted && <StatusCount rows={rows} {...counted} />}
				<LiveBadge />
				{rows && summary?.(rows)}
				<div className="ml-auto flex gap-2 max-md:order-last max-md:w-full max-md:*:grow max-md:*:justify-center">
					{csv && <ExportButton rows={isFetching ? undefined : shown} {...csv} />}
					{action}
				</div>
				{subtitle && (
					// The whole line: a shorter paragraph would slip up beside the title.
					<div className="w-full md:-mt-1">
						<p className="max-w-read text-muted-foreground">{subtitle}</p>
					</div>
				)}
			</div>
			{notice}
			<ListFilterBar
				filter={filter}
				placeholder={searchPlaceholder}
				statusLabels={list.statusLabels}
				onLeaveDown={focusRows}
			>
				{insight}
			</ListFilterBar>
			<ListAnnouncement>
				{shown && isNarrowed && (shown.length > 0 ? `${shown.length.toLocaleString("en-US")} found` : empty.title)}
			</ListAnnouncement>
			{isError && !isFetching && <LoadFailure onRetry={retry} />}
			{details && openId && rows && !openRow && !isFetching && <Gone what={list.subject} onDismiss={close} />}
			{!shown && !isError && <TableSkeleton columns={columns} selectable={nameOf !== undefined} />}
			{shown && shown.length === 0 && !isError && (
				<EmptyState
					title={empty.title}
					hint={isNarrowed ? "Try adjusting your search or filters" : empty.hint}
					action={empty.action}
				/>
			)}
			{shown && shown.length > 0 && (
				<DataTable
					ref={table}
					label={title}
					columns={columns}
					rows={shown}
					freshIds={freshIds}
					urgencyOf={urgencyOf}
					onOpen={onOpen ?? ((row) => open(row.id))}
					selection={nameOf && { of: selection, nameOf }}
				/>
			)}
			<SelectionBar list={list} selection={selection} rows={selected} of={shown?.length ?? 0} onDone={focusRows} />
			{openRow && details && <Fragment key={openRow.id}>{details(openRow, close)}</Fragment>}
		</>
	);
}

/** For whoever followed a link, as from a mail, to a record that somebody has deleted meanwhile. */
function Gone({ what, onDismiss }: { what: string; onDismiss: () => void }) {
	return (
		<p
			role="status"
			className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-status-yellow-bg px-3.5 py-1.5 text-status-yellow"
		>
			{`The ${what.toLowerCase()} that this link leads to does not exist any more. Somebody may have deleted it.`}
			<Button size="dense" variant="ghost" onClick={onDismiss}>
				Dismiss
			</Button>
		</p>
	);
}

function StatusCount<Row extends { status: string }>({
	rows,
	status,
	label,
	tone,
}: {
	rows: readonly Row[];
	status: string;
	label: string;
	tone: StatusTone;
}) {
	const count = useMemo(() => rows.filter((row) => row.status === status).length, [rows, status]);
	return (
		count > 0 && (
			<CountBadge tone={tone}>
				{count.toLocaleString("en-US")} {label}
			</CountBadge>
		)
	);
}
