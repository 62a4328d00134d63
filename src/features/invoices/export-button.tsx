import { Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { PresentedInvoice } from "./invoices.server.ts";
import { saveFile } from "./save-file.ts";

/** Saves the listed invoices for spreadsheets. */
export function ExportButton({ invoices }: { invoices: readonly PresentedInvoice[] | undefined }) {
	async function handleExport(): Promise<void> {
		const { invoicesCsv } = await import("./invoices-csv.ts");
		saveFile(new Blob([invoicesCsv(invoices ?? [])], { type: "text/csv;charset=utf-8" }), "invoices.csv");
	}
	return (
		<Button size="dense" variant="secondary" disabled={!invoices?.length} onClick={handleExport}>
			<Download aria-hidden className="size-4" strokeWidth={1.75} />
			Export CSV
		</Button>
	);
}
