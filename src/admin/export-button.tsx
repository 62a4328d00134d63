import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import type { CsvRecord } from "./csv.ts";
import { saveFile } from "./save-file.ts";

export type CsvExport<Row> = {
	/** 'bookings.csv' */
	filename: string;
	/** A row by the headers of its columns. */
	toRecord(row: Row): CsvRecord;
};

/** Saves the listed rows for spreadsheets. @param props.rows undefined while they are not all here */
export function ExportButton<Row>({ rows, filename, toRecord }: CsvExport<Row> & { rows: readonly Row[] | undefined }) {
	const [done, setDone] = useState<number>();

	async function handleExport(): Promise<void> {
		if (!rows) return;
		setDone(0);
		try {
			const { makeCsv } = await import("./csv.ts");
			saveFile(await makeCsv(rows, toRecord, setDone), filename);
		} catch (error) {
			// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
			console.error(error);
			toast({ title: "Error", description: "Failed to export the list. Please try again.", tone: "destructive" });
		} finally {
			setDone(undefined);
		}
	}

	return (
		<Button
			size="dense"
			variant="secondary"
			busy={done !== undefined}
			disabled={!rows?.length}
			onClick={handleExport}
			className="tabular-nums"
		>
			<Download aria-hidden className="size-4" strokeWidth={1.75} />
			{done === undefined ? "Export CSV" : `Exporting ${Math.floor((100 * done) / (rows?.length || 1))}%`}
		</Button>
	);
}
