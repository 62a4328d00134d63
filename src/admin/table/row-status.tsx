import type { List } from "#admin/lists/list.ts";
import type { ListRow, StatusRow } from "#admin/lists/list-rows.ts";
import { useSavingStatus, useStatusChange } from "#admin/lists/statuses.ts";
import { useHasDraft } from "#admin/record/notes-drafts.ts";
import { useToday } from "#admin/record/now.ts";
import { formatDay } from "#lib/time/dates.ts";
import { isSnoozed } from "#lib/time/snooze.ts";
import { type Column, cardPlaces } from "./data-table-row.tsx";
import { StatusSelect } from "./status-select.tsx";

/**
 * The column of a list in which staff change the status of each row.
 * @param nameOf names a row for those who hear its selector
 */
export function statusColumn<Row extends StatusRow>(
	list: List<Row>,
	nameOf: (row: Row) => string,
	widths: Pick<Column<Row>, "width" | "narrowWidth">,
): Column<Row> {
	const cell = (row: Row) => <RowStatus list={list} row={row} of={nameOf(row)} />;
	return { header: "Status", ...widths, card: cardPlaces.status, cell };
}

/** The status cell of a row: shows the chosen status at once, and the true one again if it could not be saved. */
function RowStatus<Row extends StatusRow>({
	list,
	row,
	of,
}: {
	list: List<Row>;
	row: Row;
	/** Names the row. */
	of: string;
}) {
	const { mutate } = useStatusChange(list);
	const saving = useSavingStatus(list, row.id);
	return (
		<>
			<StatusSelect
				label={`Status of ${of}`}
				value={saving ?? row.status}
				labels={list.statusLabels}
				tones={list.statusTones}
				saving={saving !== undefined}
				onChange={(status) => mutate({ row, status })}
			/>
			<RowMark row={row} />
		</>
	);
}

/** What else there is to know at a glance: notes that no one has saved, or the day until which the row waits. */
function RowMark({ row }: { row: ListRow }) {
	const hasDraft = useHasDraft(row.id);
	const snoozed = isSnoozed(row, useToday());
	if (!hasDraft && !snoozed) return null;
	return (
		<p data-mark className="mt-0.5 text-muted-foreground text-xs leading-3.5 *:block *:truncate max-md:text-right">
			{snoozed && (
				<span title="Snoozed until this day">
					<span aria-hidden>Until </span>
					<span className="sr-only">Snoozed until </span>
					{formatDay(row.snoozed_until ?? "")}
				</span>
			)}
			{hasDraft && <span>Unsaved note</span>}
		</p>
	);
}
