import type { CsvExport } from "#admin/table/export-button.tsx";
import type { RecordDefinition } from "#lib/record.ts";
import { formatForTable } from "#lib/time/dates.ts";
import type { CsvRecord } from "./csv.ts";

type Cell = CsvRecord[string];

/**
 * A record's rows for spreadsheets, with the fields of its definition: statuses by their labels, times as spreadsheets
 * read them.
 * @param formats for fields that are written in another way
 */
export function recordCsv<Row extends Record<string, unknown>>(
	{ fields = {}, statuses }: Pick<RecordDefinition, "fields" | "statuses">,
	filename: string,
	formats: { [column in string]?: (row: Row) => Cell } = {},
): CsvExport<Row> {
	function cellOf(row: Row, column: string): Cell {
		const format = formats[column];
		if (format) return format(row);
		const value = row[column];
		if (value === null || typeof value === "number") return value;
		const text = Array.isArray(value) ? value.join(", ") : String(value);
		if (column === "status") return statuses?.labels[text] ?? text;
		return column.endsWith("_at") ? formatForTable(text) : text;
	}
	return {
		filename,
		toRecord: (row) =>
			Object.fromEntries(Object.entries(fields).map(([column, header]) => [header ?? column, cellOf(row, column)])),
	};
}
