import Papa from "papaparse";

export type CsvRecord = Record<string, string | number | null>;

/** The byte order mark. It makes Excel read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * What spreadsheets read as the start of a formula: the sign, including its full-width form, after any characters that
 * they skip. Papa's own pattern stops at the first line break and misses longer texts.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Small enough that the page stays responsive between two pieces. */
const rowsAtOnce = 500;

/**
 * Writes rows as a file for spreadsheets, piece by piece. An apostrophe disarms every text that a spreadsheet would run
 * as a formula. A program that is set to a separator other than the comma splits texts at that character and reads the
 * rest as another cell.
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
