import { SquareCheck } from "lucide-react";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { arrangeRows } from "#admin/lists/arranged-rows.ts";
import { choosableStatuses, type ReadOnlyList, takesStatuses, useListRows } from "#admin/lists/list.ts";
import { useListFilter } from "#admin/lists/list-filter.ts";
import { neighborsOf, useListPlace } from "#admin/lists/list-place.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import type { Search } from "#admin/lists/list-search.ts";
import type { RowCommand } from "#admin/lists/row-commands.ts";
import { useSelection } from "#admin/lists/selection.ts";
import { changeStatuses } from "#admin/lists/statuses.ts";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { useMailTrace } from "#admin/record/mail-trace.ts";
import { useToday } from "#admin/record/now.ts";
import { useOpenRow } from "#admin/record/open-row.ts";
import { PlacedRecord } from "#admin/record/record-place.tsx";
import { isSnoozed } from "#lib/time/snooze.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { behindDialog } from "#ui/dialog.tsx";
import { awaitArrival, isMissing } from "#ui/focus/held-keys.ts";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { DataTable, type DataTableHandle } from "./data-table.tsx";
import type { Column, UrgencyOf } from "./data-table-row.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type CsvExport, ExportButton } from "./export-button.tsx";
import { ListAnnouncement } from "./list-announcement.tsx";
import { useListCommands, useRecentPerson } from "./list-commands.ts";
import { ListFilterBar, type Narrowing } from "./list-filter-bar.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";

/** What a list screen does not share with the others. */
export type ListScreenProps<Row extends StatusRow> = {
	list: ReadOnlyList<Row>;
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
	counted?: NoInfer<Row["status"]>;
	/** Beside the title, in place of the number of listed rows. */
	countsOf?(listed: readonly Row[]): ReactNode;
	/** Beside the title, about all rows, whatever the list is narrowed to. */
	summary?(rows: readonly Row[]): ReactNode;
	/** Beside the number of selected rows, about them. */
	selectionNote?(rows: readonly Row[]): ReactNode;
	/** Beside the statuses of selected rows: what else can be done with them. @param done called once it has been */
	selectionAction?(rows: readonly Row[], done: () => void): ReactNode;
	/** Between the filter and the rows. @param query what is searched for, in lower case */
	above?(query: string): ReactNode;
	/** What stands above is still on its way: the rows wait for it, which would push them down. */
	waiting?: boolean;
	/** Below the rows, about all of them. */
	below?(rows: readonly Row[], query: string): ReactNode;
	searchPlaceholder: string;
	search: Search<Row>;
	/** Beside the status. Each with the list of them is made again only when it has changed. */
	narrowings?: readonly Narrowing<Row>[];
	columns: readonly Column<Row>[];
	urgencyOf?: UrgencyOf<Row>;
	empty: { title: string; hint: string; action?: ReactNode };
	/** The dialog of the row that is open; where rows open a screen of their own, `onOpen` goes there instead. */
	details?(row: Row, close: () => void): ReactNode;
	onOpen?(row: Row): void;
	/** As `DataTable` has them. */
	rowKeys?: Readonly<Record<string, (row: Row) => void>>;
	/** What else can be done with some rows, by the palette, and by the keys that they name. */
	commandsOf?(rows: readonly Row[]): RowCommand[];
};

export function ListScreen<Row extends StatusRow>({
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
	selectionNote,
	selectionAction,
	above,
	waiting = false,
	below,
	searchPlaceholder,
	search,
	narrowings,
	columns,
	urgencyOf,
	empty,
	details,
	onOpen,
	rowKeys,
	commandsOf,
}: ListScreenProps<Row>) {
	const { rows, waitingRows, showWaiting, isError, isFetching, retry, freshIds } = useListRows(list);
	const filter = useListFilter();
	const query = useDeferredValue(filter.text.trim().toLowerCase());
	const today = useToday();
	const listsWaiting = filter.status !== "" && filter.status === list.record.counted?.waiting?.status;
	const oldestFirst = filter.sort ? filter.sort === "oldest" : listsWaiting;
	const { narrowedTo } = filter;
	const narrowing = useMemo(() => narrowings?.filter(({ name }) => narrowedTo[name]) ?? [], [narrowings, narrowedTo]);
	const shown = useMemo(() => {
		const isListed = (row: Row) =>
			(!filter.status || row.status === filter.status) &&
			narrowing.every(({ name, matches }) => matches(row, narrowedTo[name])) &&
			search.matches(row, query);
		if (waiting || !rows) return undefined;
		const isLater = (row: Row) => isSnoozed(row, today);
		return arrangeRows(rows, { isListed, oldestFirst, isSnoozed: listsWaiting ? isLater : undefined });
	}, [waiting, rows, filter.status, narrowing, narrowedTo, query, search, oldestFirst, listsWaiting, today]);
	const isNarrowed = filter.text !== "" || filter.status !== "" || narrowing.length > 0;
	const { openId, open, goTo, close } = useOpenRow();
	const openRow = useMemo(() => (openId ? rows?.find((row) => row.id === openId) : undefined), [rows, openId]);
	const table = useRef<DataTableHandle>(null);
	const place = useListPlace(shown, openId);
	const openedFirst = useFirstOpened(openId);
	const { selection, rows: selected } = useSelection(shown);
	const [selecting, setSelecting] = useState(false);
	// A key selects without the button.
	const onCards = selecting || selection.state !== "none";
	const focusRows = useCallback(() => table.current?.focusRow(), []);

	const openDetails = onOpen ?? (details && ((row: Row) => open(row.id)));
	useRecentPerson(list, openRow);

	useMailTrace(list, (link) => {
		if (link.closest("[role=dialog]")) return openRow;
		const id = link.closest("[data-id]")?.getAttribute("data-id");
		return rows?.find((row) => row.id === id);
	});

	const { settled } = list.record.statuses;
	const isQuiet = useCallback((row: Row) => settled?.includes(row.status) || isSnoozed(row, today), [settled, today]);

	function chooseStatus(changed: readonly Row[], index: number): void {
		const status = takesStatuses(list) && choosableStatuses(list)[index];
		if (status) void changeStatuses(list, changed, status).catch(() => {});
	}

	useListCommands({
		list,
		title,
		nameOf,
		chosen() {
			if (openRow || selected.length > 0) return openRow ? [openRow] : selected;
			const activeId = table.current?.activeId();
			return shown?.filter((row) => row.id === activeId) ?? [];
		},
		onOpen: openRow ? undefined : openDetails,
		commandsOf,
		csv: csv && !isFetching && shown ? { ...csv, rows: shown } : undefined,
		onStatusFilter: filter.setStatus,
	});

	const isGone = details && openId && rows && !openRow && !isFetching;
	useEffect(() => {
		if (openId && (isGone || isError)) isMissing(openId);
	}, [openId, isGone, isError]);

	function closeRecord(): void {
		awaitArrival(behindDialog);
		close();
	}

	function stepTo(row: Row | undefined): (() => void) | undefined {
		return row && (() => goTo(row.id));
	}

	/** To the row that was shown last, or the one that took its place, unless it is where the dialog came from. */
	function takeFocus(openerStays: boolean): boolean {
		const isAtOpener = openerStays && openedFirst.current === openId && !place?.left;
		if (!place || !shown?.length || isAtOpener) return false;
		table.current?.focusRow(place.index);
		return true;
	}

	function toggleSelecting(): void {
		if (onCards) selection.clear();
		setSelecting(!onCards);
	}

	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<ScreenTitle className="md:leading-8.5">{title}</ScreenTitle>
				{shown && (countsOf?.(shown) ?? <CountBadge>{shown.length.toLocaleString("en-US")}</CountBadge>)}
				{rows && counted && <StatusCount list={list} rows={rows} status={counted} onChoose={filter.setStatus} />}
				<LiveBadge />
				{rows && !isFetching && summary?.(rows)}
				<div className="ml-auto flex gap-2 max-md:order-last max-md:flex-wrap max-md:w-full max-md:*:grow max-md:*:justify-center">
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
				oldestFirst={oldestFirst}
				narrowings={narrowings}
				onLeaveDown={focusRows}
				toggle={nameOf && <SelectToggle pressed={onCards} onToggle={toggleSelecting} />}
			>
				{insight}
			</ListFilterBar>
			<ListAnnouncement>
				{shown && isNarrowed && (shown.length > 0 ? `${shown.length.toLocaleString("en-US")} found` : empty.title)}
			</ListAnnouncement>
			{isError && !isFetching && <LoadFailure onRetry={retry} />}
			{isGone && <Gone what={list.subject} onDismiss={close} />}
			{shown && above?.(query)}
			{shown && list.newRows && waitingRows > 0 && (
				<DeskButton className="mb-3 w-full justify-center" onClick={showWaiting}>
					{waitingRows.toLocaleString("en-US")} new {list.newRows[waitingRows === 1 ? 0 : 1]} · Show
				</DeskButton>
			)}
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
					isQuiet={isQuiet}
					onChooseStatus={takesStatuses(list) ? chooseStatus : undefined}
					onOpen={openDetails}
					rowKeys={rowKeys}
					commandsOf={commandsOf}
					selection={nameOf && { of: selection, nameOf, onCards }}
				/>
			)}
			{rows && !waiting && below?.(rows, query)}
			{nameOf && (
				<SelectionBar
					list={list}
					selection={selection}
					rows={selected}
					note={selected.length > 0 && selectionNote?.(selected)}
					action={selectionAction && ((done) => selectionAction(selected, done))}
					of={shown?.length ?? 0}
					csv={isFetching ? undefined : csv}
					onCards={onCards}
					onDone={() => {
						setSelecting(false);
						focusRows();
					}}
				/>
			)}
			{openRow && details && (
				<PlacedRecord
					id={openRow.id}
					name={nameOf?.(openRow) ?? list.subject}
					place={
						place &&
						shown && {
							position: place.left ? undefined : place.index + 1,
							total: shown.length,
							previous: stepTo(neighborsOf(shown, place).previous),
							next: stepTo(neighborsOf(shown, place).next),
						}
					}
					takeFocus={takeFocus}
				>
					{details(openRow, closeRecord)}
				</PlacedRecord>
			)}
		</>
	);
}

/** The row at which the dialog was opened; kept until it opens again, because the focus returns after it has closed. */
function useFirstOpened(openId: string | null) {
	const first = useRef<string>(null);
	const isOpen = useRef(false);
	useEffect(() => {
		if (openId && !isOpen.current) first.current = openId;
		isOpen.current = openId !== null;
	}, [openId]);
	return first;
}

/** On phones rows are cards, which have their boxes only while someone selects: there is no room for both. */
function SelectToggle({ pressed, onToggle }: { pressed: boolean; onToggle(): void }) {
	return (
		<DeskButton
			aria-pressed={pressed}
			onClick={onToggle}
			className="w-11 justify-center px-0! aria-pressed:bg-accent md:hidden"
			icon={SquareCheck}
		>
			<span className="sr-only">Select</span>
		</DeskButton>
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

function StatusCount<Row extends StatusRow>({
	list,
	rows,
	status,
	onChoose,
}: {
	list: ReadOnlyList<Row>;
	rows: readonly Row[];
	status: Row["status"];
	onChoose(status: string): void;
}) {
	const label = list.statusLabels[status].toLowerCase();
	const count = useMemo(() => rows.filter((row) => row.status === status).length, [rows, status]);
	return (
		count > 0 && (
			<button
				type="button"
				title={`Show only ${label}`}
				onClick={() => onChoose(status)}
				className="inline-flex min-h-6 cursor-pointer items-center underline-offset-2 hover:underline max-md:min-h-9"
			>
				<CountBadge tone={list.statusTones[status]}>
					{count.toLocaleString("en-US")} {label}
				</CountBadge>
			</button>
		)
	);
}
