import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { recordOf } from "#records.ts";
import type { PresentedActivity } from "./activity.server.ts";
import { actorName, changePhrases } from "./activity-text.ts";

export const activityCsv: CsvExport<PresentedActivity> = {
	filename: "activity.csv",
	toRecord: (row) => ({
		When: formatForTable(row.at),
		Who: actorName(row),
		Email: row.actor_email,
		What: recordOf(row.record_table)?.label ?? row.record_table,
		Record: row.record_label ?? "erased",
		Change: changePhrases(row).join("; "),
		Address: row.address,
		Device: row.device,
	}),
};
