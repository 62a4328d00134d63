import type { RecordDefinition } from "#lib/record.ts";

/** Only its release and deletion are logged, by a separate trigger (migration 0018). */
export const quarantineRecord = {
	table: "quarantine",
	kind: "submission",
	area: "record",
	label: "Submission on Hold",
	noun: "submission",
	path: () => "/admin/quarantine",
} as const satisfies RecordDefinition;
