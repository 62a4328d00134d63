import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import type { PresentedForm } from "./quarantine-notices.server.ts";
import { spamReasons } from "./spam.ts";
import { formLabels } from "./waiting-forms.ts";

export const quarantineCsv: CsvExport<PresentedForm> = {
	filename: "quarantine.csv",
	toRecord: (row) => ({
		Form: formLabels[row.form],
		Name: row.name,
		Email: row.email,
		Phone: row.phone,
		About: row.about,
		Text: row.text,
		Reasons: row.reasons.map((reason) => spamReasons[reason]).join("; "),
		File: row.file_name ?? row.ended_file_name,
		Received: formatForTable(row.received_at),
	}),
};
