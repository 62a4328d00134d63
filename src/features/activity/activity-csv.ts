import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { recordLabels } from "./activity.schema.ts";
import type { PresentedActivity } from "./activity.server.ts";
import { actorName, changePhrases } from "./activity-text.ts";

const labels: Record<string, string> = recordLabels;

export const activityCsv: CsvExport<PresentedActivity> = {
	filename: "activity.csv",
	toRecord: (row) => ({
		When: formatForTable(row.at),
		Who: actorName(row),
		Email: row.actor_email,
		What: labels[row.record_table] ?? row.record_table,
		Record: row.record_label ?? "erased",
		Change: changePhrases(row).join("; "),
		Address: row.address,
		Device: row.device,
	}),
};
