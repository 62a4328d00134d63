import type { RecordDefinition } from "#lib/record.ts";
import type { sitePagesTable } from "./site-pages.table.ts";

/** Each publication is logged, and tells every process to load the texts again. What changed is in the page's versions. */
export const sitePageRecord = {
	table: "site_pages",
	kind: "site-page",
	area: "writing",
	unlimitedRows: ["firm", "brand"],
	label: "Site Texts",
	noun: "site page",
	path: () => "/admin/site",
	logged: { as: "id", without: ["updated_at", "updated_by"], secret: ["published"] },
	live: { dated: false },
} as const satisfies RecordDefinition<typeof sitePagesTable.$inferSelect>;
