import { SquareCheck } from "lucide-react";
import { Fragment, type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { type ReadOnlyList, useListRows } from "#admin/lists/list.ts";
import { useListFilter } from "#admin/lists/list-filter.ts";
import type { ListRow } from "#admin/lists/list-rows.ts";
import type { Search } from "#admin/lists/list-search.ts";
import { useSelection } from "#admin/lists/selection.ts";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { useOpenRow } from "#admin/record/open-row.ts";
import type { StatusTone } from "#lib/status.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { DataTable, type DataTableHandle } from "./data-table.tsx";
import type { Column, UrgencyOf } from "./data-table-row.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type CsvExport, ExportButton } from "./export-button.tsx";
import { ListAnnouncement } from "./list-announcement.tsx";
import { ListFilterBar } from "./list-filter-bar.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";

/** What a list screen does not share with the others. */
export type ListScreenProps<Row extends ListRow & { status: Status }, Status extends string> = {
	list: ReadOnlyList<Row, Status>;
	title: string;
	subtitle?: string;
	/** Between the title and the rows. */
	notice?: ReactNode;
	/** At the right of the title. */
	action?: ReactNode;
	/** In the row of the filters: how the list is doing. */
	insight?: ReactNode;
	csv?: CsvExport<Row> | undefined;
	/** Names a row for those who hear its checkbox; without it rows can't be selected. */
	nameOf?(row: Row): string;
	/** The status whose number stands beside the title: '3 new'. */
	counted?: { status: NoInfer<Status>; label: string; tone: StatusTone };
	/** Beside the title, in place of the number of listed rows. */
	countsOf?(listed: readonly Row[]): ReactNode;
	/** Beside the title, about all rows, whatever the list is narrowed to. */
	summary?(rows: readonly Row[]): ReactNode;
	/** Between the filter and the rows. @param query what is searched for, in lower case */
	above?(query: string): ReactNode;
	/** What stands above is still on its way: the rows wait for it, which would push them down. */
	waiting?: boolean;
	/** Below the rows, about all of them. */
	below?(rows: readonly Row[]): ReactNode;
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
	countsOf,
	summary,
	above,
	waiting = false,
	below,
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
	const shown = useMemo(() => {
		const isListed = (row: Row) => (!filter.status || row.status === filter.status) && search.matches(row, query);
		return waiting ? undefined : rows?.filter(isListed);
	}, [waiting, rows, filter.status, query, search]);
	const isNarrowed = filter.text !== "" || filter.status !== "";
	const { openId, open, close } = useOpenRow();
	const openRow = useMemo(() => (openId ? rows?.find((row) => row.id === openId) : undefined), [rows, openId]);
	const table = useRef<DataTableHandle>(null);
	const { selection, rows: selected } = useSelection(shown);
	const [selecting, setSelecting] = useState(false);
	// A key selects without the button.
	const onCards = selecting || selection.state !== "none";
	const focusRows = useCallback(() => table.current?.focusRow(), []);

	function toggleSelecting(): void {
		if (onCards) selection.clear();
		setSelecting(!onCards);
	}

	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<ScreenTitle className="md:leading-8.5">{title}</ScreenTitle>
				{shown && (countsOf?.(shown) ?? <CountBadge>{shown.length.toLocaleString("en-US")}</CountBadge>)}
				{rows && counted && <StatusCount rows={rows} {...counted} />}
				<LiveBadge />
				{rows && !isFetching && summary?.(rows)}
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
				{nameOf && <SelectToggle pressed={onCards} onToggle={toggleSelecting} />}
				{insight}
			</ListFilterBar>
			<ListAnnouncement>
				{shown && isNarrowed && (shown.length > 0 ? `${shown.length.toLocaleString("en-US")} found` : empty.title)}
			</ListAnnouncement>
			{isError && !isFetching && <LoadFailure onRetry={retry} />}
			{details && openId && rows && !openRow && !isFetching && <Gone what={list.subject} onDismiss={close} />}
			{shown && above?.(query)}
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
					onOpen={onOpen ?? (details && ((row: Row) => open(row.id)))}
					selection={nameOf && { of: selection, nameOf, onCards }}
				/>
			)}
			{rows && !waiting && below?.(rows)}
			{nameOf && (
				<SelectionBar
					list={list}
					selection={selection}
					rows={selected}
					of={shown?.length ?? 0}
					csv={isFetching ? undefined : csv}
					onCards={onCards}
					onDone={() => {
						setSelecting(false);
						focusRows();
					}}
				/>
			)}
			{openRow && details && <Fragment key={openRow.id}>{details(openRow, close)}</Fragment>}
		</>
	);
}

/** On phones rows are cards, which have their boxes only while somebody selects: there is no room for both. */
function SelectToggle({ pressed, onToggle }: { pressed: boolean; onToggle(): void }) {
	return (
		<Button
			size="dense"
			variant="secondary"
			aria-pressed={pressed}
			onClick={onToggle}
			className="aria-pressed:bg-accent md:hidden"
		>
			<SquareCheck aria-hidden className="size-4" strokeWidth={1.75} />
			Select
		</Button>
	);
}

/** Shown after following a link, as in an email, to a record that has been deleted in the meantime. */
function Gone({ what, onDismiss }: { what: string; onDismiss: () => void }) {
	return (
		<p
			role="status"
			className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-status-yellow-bg px-3.5 py-1.5 text-status-yellow"
		>
			{`The ${what.toLowerCase()} in this link no longer exists. Someone may have deleted it.`}
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
