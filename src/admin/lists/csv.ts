import Papa from "papaparse";

export type CsvRecord = Record<string, string | number | null>;

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * What spreadsheets read as the beginning of a formula: the sign, full-width forms included, behind anything that they
 * skip. Papa's own pattern ends at the first line break and lets longer texts through.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Small enough that the page stays responsive between two pieces. */
const rowsAtOnce = 500;

/**
 * Rows as a file for spreadsheets, piece by piece; a text that one would run as a formula is disarmed by an apostrophe.
 * A program set to another separator than the comma splits texts at that character and reads the rest as another cell.
 * @param onProgress called with the number of rows done
 */
export async function makeCsv<Row>(
	rows: readonly Row[],
	toRecord: (row: Row) => CsvRecord,
	onProgress?: (done: number) => void,
): Promise<Blob> {
	const pieces: string[] = [byteOrderMark];
	for (let done = 0; done < rows.length; done += rowsAtOnce) {
		if (done > 0) {
			onProgress?.(done);
			await nextTask();
			pieces.push("\r\n");
		}
		const records = rows.slice(done, done + rowsAtOnce).map(toRecord);
		pieces.push(Papa.unparse(records, { escapeFormulae: formula, header: done === 0 }));
	}
	return new Blob(pieces, { type: "text/csv;charset=utf-8" });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
