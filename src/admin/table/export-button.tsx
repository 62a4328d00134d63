import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { CsvRecord } from "#admin/lists/csv.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { saveFile } from "./save-file.ts";

export type CsvExport<Row> = {
	/** 'bookings.csv' */
	filename: string;
	/** Converts a row to values by column header. */
	toRecord(row: Row): CsvRecord;
};

/** Fetches the rows that are not loaded yet. @param onProgress called with the number of rows loaded so far */
export type LoadRows<Row> = (onProgress: (loaded: number) => void) => Promise<readonly Row[]>;

/** Saves rows for spreadsheets, and shows a toast if that fails. @param onProgress called with words for people */
export async function exportRows<Row>(
	rows: readonly Row[] | LoadRows<Row>,
	{ filename, toRecord }: CsvExport<Row>,
	onProgress: (text: string) => void = () => {},
): Promise<void> {
	try {
		const load = typeof rows === "function" ? rows : () => Promise.resolve(rows);
		const loaded = await load((count) => onProgress(`Loading ${count.toLocaleString("en-US")}`));
		const { makeCsv } = await import("#admin/lists/csv.ts");
		const showProgress = (done: number) => onProgress(`Exporting ${Math.floor((100 * done) / loaded.length)}%`);
		saveFile(await makeCsv(loaded, toRecord, showProgress), filename);
	} catch (error) {
		// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
		console.error(error);
		toast({ title: "Error", description: "Failed to export the list. Please try again.", tone: "destructive" });
	}
}

/**
 * The button that saves rows for spreadsheets.
 * @param props.rows the listed rows, undefined while they are not all loaded; or a function that fetches them
 */
export function ExportButton<Row>({
	rows,
	filename,
	toRecord,
	label = "Export CSV",
}: CsvExport<Row> & { rows: readonly Row[] | undefined | LoadRows<Row>; label?: ReactNode }) {
	const [progress, setProgress] = useState<string>();

	async function handleExport(): Promise<void> {
		if (!rows) return;
		setProgress("Exporting");
		await exportRows(rows, { filename, toRecord }, setProgress);
		setProgress(undefined);
	}

	return (
		<DeskButton
			busy={progress !== undefined}
			disabled={!rows?.length}
			onClick={handleExport}
			className="tabular-nums"
			icon={Download}
		>
			{progress ?? label}
		</DeskButton>
	);
}
