import type { RecordDefinition } from "#lib/record.ts";
import { retainerStateLabels, retainerStateTones } from "./retainers.schema.ts";
import type { Retainer } from "./retainers.table.ts";

export const retainerRecord = {
	table: "retainers",
	kind: "retainer",
	area: "money",
	label: "Retainer",
	noun: "retainer",
	path: (id: string) => `/admin/invoices/retainers/${id}`,
	list: {
		label: "Retainers",
		path: "/admin/invoices/retainers",
		screen: "features/invoices/retainers/retainers-screen.tsx",
		keywords: "recurring monthly billing",
	},
	orderedBy: "created_at",
	statuses: { labels: retainerStateLabels, tones: retainerStateTones, settled: ["ended"] },
	search: { in: ["name", "client_name", "client_email", "client_company"], title: "name", detail: "client_name" },
	person: { email: "client_email", title: "name", plural: "retainers" },
	logged: { as: "name", without: ["updated_at", "version", "save_ids", "next_n"], secret: ["items"] },
	live: { dated: true },
	mailed: true,
	api: { path: "/api/retainers", endpoints: ["list", "add"] },
} as const satisfies RecordDefinition<Retainer>;
