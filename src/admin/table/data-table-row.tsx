import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import type { ListRow } from "#admin/lists/list-rows.ts";
import { useNow } from "#admin/record/now.ts";
import type { Urgency } from "#lib/time/urgency.ts";
import { SelectBox } from "./select-box.tsx";

export type Column<Row> = {
	header: string;
	/** The column's track in the table's grid, from 768 px on. */
	width: string;
	/** The same between 768 and 1280 px, if it has to be different there. */
	narrowWidth?: string;
	/** The cell has two lines. If no column says so, the first one does. */
	twoLines?: boolean;
	/** Aligns numbers to the right, and their header, too. */
	numeric?: boolean;
	/** Classes that place the cell in the card that a row becomes below 768 px. */
	card: string;
	/** Shown before the cell in a card, which has no header to say what a date is. */
	cardLabel?: string;
	cell(row: Row): ReactNode;
};

/** Positions in every list's cards. The head is as wide as the card, and leaves room on its first line for the status. */
export const cardPlaces = {
	head: "max-md:col-span-full max-md:row-start-1",
	status: "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end max-md:self-start",
};

export type UrgencyOf<Row> = (row: Row, now: number) => Urgency | undefined;

const urgencyClass: Record<Urgency, string> = {
	red: "border-l-(--urgent-red) bg-(--urgent-red-tint)",
	yellow: "border-l-(--urgent-yellow) bg-(--urgent-yellow-tint)",
	green: "border-l-(--urgent-green) bg-(--urgent-green-tint)",
	blue: "border-l-(--urgent-blue) bg-(--urgent-blue-tint)",
};

type DataTableRowProps<Row> = {
	row: Row;
	index: number;
	/** Distance from the top of the table's body, in pixels. */
	top: number;
	columns: readonly Column<Row>[];
	isActive: boolean;
	/** The row has just arrived. */
	isFresh: boolean;
	/** Undefined in a table whose rows can't be selected. */
	isSelected: boolean | undefined;
	selectLabel: string;
	/** Whether the checkbox is also shown when the row is a card. */
	selectOnCard: boolean;
	onSelect(id: string, range: boolean): void;
	urgencyOf: UrgencyOf<Row> | undefined;
	/** Nothing is to be done about it now, so its age has no color. */
	isQuiet: boolean;
	onFocus(id: string): void;
	measure: ((element: HTMLElement | null) => void) | undefined;
};

function Row<Row extends ListRow>({
	row,
	index,
	top,
	columns,
	isActive,
	isFresh,
	isSelected,
	selectLabel,
	selectOnCard,
	onSelect,
	urgencyOf,
	isQuiet,
	onFocus,
	measure,
}: DataTableRowProps<Row>) {
	const now = useNow();
	const urgency = isQuiet ? undefined : urgencyOf?.(row, now);
	return (
		<tr
			ref={measure}
			data-index={index}
			data-id={row.id}
			data-quiet={isQuiet || undefined}
			// The header is row 1.
			aria-rowindex={index + 2}
			tabIndex={isActive ? 0 : -1}
			onFocus={() => onFocus(row.id)}
			style={{ transform: `translateY(${top}px)` }}
			className={clsx(
				"absolute inset-x-0 top-0 grid border-border border-l-3 focus-visible:z-1 focus-visible:-outline-offset-2!",
				"max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:rounded-md max-md:border max-md:border-l-3 max-md:p-3.5",
				"md:h-13.5 md:grid-cols-(--columns-narrow) md:items-center xl:grid-cols-(--columns) md:border-b",
				urgency ? urgencyClass[urgency] : "border-l-transparent bg-card max-md:border-l-border",
				isSelected && "bg-accent",
				selectOnCard && "max-md:pl-12",
				isFresh && "transition-colors duration-[1200ms] starting:bg-accent",
			)}
		>
			{isSelected !== undefined && (
				<td
					className={clsx(
						"grid justify-items-end",
						// As high as the card, so that the box is easy to hit.
						selectOnCard ? "max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:w-12" : "max-md:hidden",
					)}
				>
					<SelectBox
						label={selectLabel}
						checked={isSelected}
						tabStop={isActive}
						onToggle={(range) => onSelect(row.id, range)}
					/>
				</td>
			)}
			{columns.map((column) => (
				<td
					key={column.header}
					data-label={column.cardLabel}
					className={clsx(
						"min-w-0 md:px-2 xl:px-3.5",
						"max-md:data-label:before:mr-1 max-md:data-label:before:text-muted-foreground max-md:data-label:before:content-[attr(data-label)]",
						column.numeric && "text-right tabular-nums",
						column.card,
					)}
				>
					{column.cell(row)}
				</td>
			))}
		</tr>
	);
}

// memo drops type parameters.
export const DataTableRow = memo(Row) as typeof Row;
