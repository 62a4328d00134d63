import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import {
	type CSSProperties,
	type KeyboardEvent,
	type MouseEvent,
	type ReactNode,
	type Ref,
	useCallback,
	useImperativeHandle,
	useLayoutEffect,
	useRef,
} from "react";

import { findRow, useActiveRow } from "#admin/lists/active-row.ts";
import type { ListRow } from "#admin/lists/list-rows.ts";
import type { RowCommand } from "#admin/lists/row-commands.ts";
import type { Selection } from "#admin/lists/selection.ts";
import { type Column, DataTableRow, type UrgencyOf } from "./data-table-row.tsx";
import { SelectBox } from "./select-box.tsx";
import { useIsPhone, useTopOf } from "./viewport.ts";

export type DataTableHandle = {
	/** @param index the active row by default */
	focusRow(index?: number): void;
	/** The row that has or last had the focus. */
	activeId(): string;
};

type DataTableProps<Row extends ListRow> = {
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	freshIds: ReadonlySet<string>;
	urgencyOf?: UrgencyOf<Row> | undefined;
	isQuiet(row: Row): boolean;
	/** Sets the status at this place in the order of the list's statuses; without it there is none to set by a figure. */
	onChooseStatus?: ((rows: readonly Row[], index: number) => void) | undefined;
	/** Without it there is nothing to open. */
	onOpen?: ((row: Row) => void) | undefined;
	/** What else a key does on a row, which then opens; by `KeyboardEvent.key`, letters in lower case. */
	rowKeys?: Readonly<Record<string, (row: Row) => void>> | undefined;
	/** What is done with the selected rows or the current one, if a command names a key. */
	commandsOf?: ((rows: readonly Row[]) => RowCommand[]) | undefined;
	/** Without it rows can't be selected; on phones only while their cards have boxes. */
	selection?: { of: Selection; nameOf(row: Row): string; onCards: boolean } | undefined;
	ref?: Ref<DataTableHandle>;
};

const rowHeight = 54;
/** Until a card has been measured. */
const cardHeight = 156;
/** The bars that stay above the rows: 48 px top bar, 36 px table header. */
const stickyHeight = 84;

/**
 * Rows of any number, of which only those in sight are in the document. One of them is the stop of the Tab key: arrows,
 * J and K, Home, End and the page keys move it, Enter opens it, `x` selects it, figures set its status or that of the selected rows, and `rowKeys` are its list's own.
 */
export function DataTable<Row extends ListRow>({
	label,
	columns,
	rows,
	freshIds,
	urgencyOf,
	isQuiet,
	onChooseStatus,
	onOpen,
	rowKeys,
	commandsOf,
	selection,
	ref,
}: DataTableProps<Row>) {
	const isPhone = useIsPhone();
	const body = useRef<HTMLTableSectionElement>(null);
	const { activeId, activeIndex, setActiveId, focusRow } = useActiveRow(rows, body);
	const scrollMargin = useTopOf(body);

	const virtualizer = useWindowVirtualizer({
		count: rows.length,
		estimateSize: () => (isPhone ? cardHeight : rowHeight),
		getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
		gap: isPhone ? 10 : 0,
		overscan: 8,
		scrollMargin,
		scrollPaddingStart: stickyHeight,
		useFlushSync: false,
		// The active row stays in the document, and with it the focus.
		rangeExtractor: useCallback((range: Range) => including(activeIndex, range), [activeIndex]),
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the layout makes all known sizes wrong
	useLayoutEffect(() => virtualizer.measure(), [isPhone]);

	function moveTo(index: number): void {
		const nearest = Math.max(0, Math.min(rows.length - 1, index));
		const row = rows[nearest];
		if (!row) return;
		virtualizer.scrollToIndex(nearest, { align: "auto" });
		focusRow(row.id);
	}

	function handleKeyDown(event: KeyboardEvent): void {
		const row = rows[activeIndex];
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const { target } = event;
		if (!row || !(target instanceof Element)) return;
		const focused = findRow(body.current, row.id);
		if (!focused?.contains(target) || (target !== focused && isForControl(event.key, target))) return;
		function chosen(): readonly Row[] {
			const selected = rows.filter(({ id }) => selection?.of.ids.has(id));
			return selected.length > 0 || !row ? selected : [row];
		}
		if (event.key === "Enter") onOpen?.(row);
		else if (selection && event.key.toLowerCase() === "x") selection.of.toggle(row.id, event.shiftKey);
		else if (onChooseStatus && /^[1-9]$/.test(event.key)) {
			if (event.repeat) return;
			onChooseStatus(chosen(), Number(event.key) - 1);
			// As after the bar's buttons: the next figure is for the next row.
			if (selection?.of.state !== "none") selection?.of.clear();
		} else if (selection && event.key === "Escape") selection.of.clear();
		else if (onOpen && rowKeys?.[event.key.toLowerCase()]) {
			rowKeys[event.key.toLowerCase()]?.(row);
			onOpen(row);
		} else {
			const next = targetOf(event.key, activeIndex, rows.length);
			if (next !== undefined) moveTo(next);
			else if (!runCommand(event, chosen())) return;
		}
		event.preventDefault();
	}

	/** @returns whether the key is that of a command */
	function runCommand(event: KeyboardEvent, chosen: readonly Row[]): boolean {
		const command = commandsOf?.(chosen).find(({ keys }) => keys === event.key.toUpperCase());
		if (!event.repeat) command?.run();
		return command !== undefined;
	}

	// One function for as long as the table lives: rows would all render again with each new one.
	const latestSelection = useRef(selection);
	useLayoutEffect(() => {
		latestSelection.current = selection;
	});
	const handleSelect = useCallback((id: string, range: boolean) => latestSelection.current?.of.toggle(id, range), []);

	/** A card is one large target: it opens, or is selected while the cards have boxes. */
	function handleTap({ target }: MouseEvent): void {
		if (!(target instanceof Element) || target.closest("a, button, select, input, label")) return;
		const id = target.closest<HTMLElement>("[data-id]")?.dataset.id;
		const row = rows.find((each) => each.id === id);
		if (row && selection?.onCards) selection.of.toggle(row.id, false);
		else if (row) onOpen?.(row);
	}

	useImperativeHandle(ref, () => ({ focusRow: (index = activeIndex) => moveTo(index), activeId: () => activeId }));

	return (
		<table
			aria-label={label}
			aria-rowcount={rows.length + 1}
			style={tracksOf(columns, selection !== undefined)}
			className="block w-full border-border md:overflow-clip md:rounded-md md:border md:border-b-0"
		>
			<TableHead
				columns={columns}
				select={
					selection && (
						<SelectBox
							label="Select all listed rows"
							checked={selection.of.state === "some" ? "mixed" : selection.of.state === "all"}
							onToggle={selection.of.toggleAll}
						/>
					)
				}
			/>
			<tbody
				ref={body}
				onKeyDown={handleKeyDown}
				onClick={isPhone ? handleTap : undefined}
				style={{ height: virtualizer.getTotalSize() }}
				className="relative block max-md:overflow-x-clip"
			>
				{virtualizer.getVirtualItems().map(({ index, start }) => {
					const row = rows[index];
					return (
						row && (
							<DataTableRow
								key={row.id}
								row={row}
								index={index}
								top={start - scrollMargin}
								columns={columns}
								isActive={index === activeIndex}
								isFresh={freshIds.has(row.id)}
								isSelected={selection?.of.ids.has(row.id)}
								selectLabel={selection ? `Select ${selection.nameOf(row)}` : ""}
								selectOnCard={selection?.onCards ?? false}
								onSelect={handleSelect}
								urgencyOf={urgencyOf}
								isQuiet={isQuiet(row)}
								onFocus={setActiveId}
								measure={isPhone ? virtualizer.measureElement : undefined}
							/>
						)
					);
				})}
			</tbody>
		</table>
	);
}

/** Tracks of the grids, from 768 and from 1280 px on; boxes that select rows have a narrow column before the others. */
export function tracksOf<Row>(columns: readonly Column<Row>[], selectable: boolean): CSSProperties {
	const tracks = (widths: string[]) => [...(selectable ? ["2.5rem"] : []), ...widths].join(" ");
	const wide = columns.map(({ width }) => width);
	const narrow = columns.map(({ width, narrowWidth = width }) => narrowWidth);
	// React's type does not include custom properties.
	return { "--columns": tracks(wide), "--columns-narrow": tracks(narrow) } as CSSProperties;
}

export function TableHead<Row>({ columns, select }: { columns: readonly Column<Row>[]; select?: ReactNode }) {
	return (
		<thead className="block max-md:sr-only md:sticky md:top-12 md:z-10">
			<tr
				aria-rowindex={1}
				className="grid h-9 items-center border-border border-b border-l-3 border-l-transparent bg-secondary md:grid-cols-(--columns-narrow) xl:grid-cols-(--columns)"
			>
				{/* On cards the head is for screen readers only, and the selection bar selects all. */}
				{select !== undefined && <td className="grid justify-items-end max-md:hidden">{select}</td>}
				{columns.map((column) => (
					<th
						key={column.header}
						scope="col"
						className={clsx(
							"px-2 font-semibold text-muted-foreground text-xs xl:px-3.5",
							column.numeric ? "text-right" : "text-left",
						)}
					>
						{column.header}
					</th>
				))}
			</tr>
		</thead>
	);
}

function including(index: number, range: Range): number[] {
	const indexes = defaultRangeExtractor(range);
	return index >= range.count || indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b);
}

/** Whether a key pressed inside a cell belongs to the control there. A box and a button use only two. */
const isForControl = (key: string, target: Element) =>
	key === "Enter" || key === " " || target.matches("input:not([type=checkbox]), select, textarea");

/** Where a key leads from a row; undefined for keys that lead nowhere. */
function targetOf(key: string, index: number, count: number): number | undefined {
	const page = Math.max(1, Math.floor((window.innerHeight - stickyHeight) / rowHeight) - 1);
	const targets: Record<string, number> = {
		ArrowDown: index + 1,
		ArrowUp: index - 1,
		j: index + 1,
		k: index - 1,
		PageDown: index + page,
		PageUp: index - page,
		Home: 0,
		End: count - 1,
	};
	return targets[key];
}
