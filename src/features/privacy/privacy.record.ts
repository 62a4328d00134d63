import type { RecordDefinition } from "#lib/record.ts";

/** No table: how the activity log calls the erasure of a person. */
export const erasedPersonRecord = {
	table: "people",
	kind: "erased person",
	label: "Erased Person",
	noun: "person",
	path: () => "/admin/privacy",
} as const satisfies RecordDefinition;
