import { actorName, changePhrases } from "#admin/activity-text.ts";
import type { CsvExport } from "#admin/export-button.tsx";
import { formatForTable } from "#lib/dates.ts";
import { recordLabels } from "./activity.schema.ts";
import type { PresentedActivity } from "./activity.server.ts";

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
