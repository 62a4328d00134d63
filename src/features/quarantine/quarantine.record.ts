import type { RecordDefinition } from "#lib/record.ts";

/** Its end alone is logged, by a trigger of its own (migration 0018). */
export const quarantineRecord = {
	table: "quarantine",
	kind: "submission",
	label: "Submission on Hold",
	noun: "submission",
	path: () => "/admin/quarantine",
} as const satisfies RecordDefinition;
