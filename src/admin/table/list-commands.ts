import { useEffect } from "react";
import { choosableStatuses, type ReadOnlyList, takesStatuses } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import { type RowCommand, useRowCommands } from "#admin/lists/row-commands.ts";
import { changeStatuses } from "#admin/lists/statuses.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { toast } from "#ui/toast.ts";
import { type CsvExport, exportRows } from "./export-button.tsx";

type ListCommandsOptions<Row extends StatusRow> = {
	list: ReadOnlyList<Row>;
	title: string;
	nameOf: ((row: Row) => string) | undefined;
	/** The open row, the selected ones, or the one with the focus. */
	chosen(): readonly Row[];
	onOpen: ((row: Row) => void) | undefined;
	commandsOf: ((rows: readonly Row[]) => RowCommand[]) | undefined;
	csv: (CsvExport<Row> & { rows: readonly Row[] }) | undefined;
	onStatusFilter(status: string): void;
};

/** What the palette can do with a list and its chosen rows. */
export function useListCommands<Row extends StatusRow>({
	list,
	title,
	nameOf,
	chosen,
	onOpen,
	commandsOf,
	csv,
	onStatusFilter,
}: ListCommandsOptions<Row>): void {
	useRowCommands(() => {
		const rows = chosen();
		const [first] = rows;
		const one = rows.length === 1 ? first : undefined;
		const waiting = list.record.counted?.waiting?.status as Row["status"] | undefined;
		const commands: RowCommand[] = [];
		if (one && onOpen) commands.push({ label: "Open Details", keys: "Enter", run: () => onOpen(one) });
		if (first && takesStatuses(list)) {
			for (const [index, status] of choosableStatuses(list).entries()) {
				commands.push({
					label: `Set Status to ${list.statusLabels[status]}`,
					...(one && { keys: String(index + 1) }),
					run: () => void changeStatuses(list, rows, status).catch(() => {}),
				});
			}
		}
		if (first && commandsOf) commands.push(...commandsOf(rows));
		const path = one && list.record.path?.(one.id);
		if (path) commands.push({ label: "Copy Link", run: () => void copyLink(path) });
		if (waiting) {
			commands.push({ label: `Show Only ${list.statusLabels[waiting]}`, run: () => onStatusFilter(waiting) });
		}
		if (csv) commands.push({ label: "Export CSV", run: () => void exportRows(csv.rows, csv) });
		const name = one && (nameOf?.(one) ?? list.subject);
		return { heading: name ?? (first ? `${rows.length.toLocaleString("en-US")} selected` : title), commands };
	});
}

async function copyLink(path: string): Promise<void> {
	await navigator.clipboard.writeText(new URL(path, location.origin).href);
	toast({ title: "Link Copied!", tone: "success" });
}

/** The palette leads back to the person of a record that was opened. */
export function useRecentPerson<Row extends StatusRow>(
	{ record: { person } }: ReadOnlyList<Row>,
	row: Row | undefined,
): void {
	const email = person && row && String(row[person.email]);
	const name = person?.name && row && String(row[person.name]);
	useEffect(() => {
		if (email && name) recentPeople.note({ name, email });
	}, [email, name]);
}
