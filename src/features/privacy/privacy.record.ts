import type { RecordDefinition } from "#lib/record.ts";

/** There is no table: this is how the activity log names the erasure of a person. */
export const erasedPersonRecord = {
	table: "people",
	kind: "erased person",
	area: "unlimited",
	label: "Erased Person",
	noun: "person",
	path: () => "/admin/privacy",
} as const satisfies RecordDefinition;
