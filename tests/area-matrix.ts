import { type Access, accessTable } from "#access.server.ts";
import { type Areas, accessText, areas, seesArea } from "#lib/access/areas.ts";

/** Admins by what they may see: a single area each, two pairs, and no limit. */
export const limits: readonly Areas[] = [
	...areas.map((area): Areas => [area]),
	["desk", "hiring"],
	["writing", "money"],
	null,
];

export type Outcome = "yes" | "rows" | "401" | "403" | "404" | "404/403";

/** What the guard does with someone whose limit this is; what is filtered by rows, or by a record, is "rows". */
export function outcomeFor(endpoint: string, limit: Areas | "nobody" | "user"): Outcome {
	const access = accessTable[endpoint];
	if (!access) throw new Error(`${endpoint} is listed nowhere`);
	const { who, area } = access;
	if (who === "anyone") return "yes";
	if (limit === "nobody") return "401";
	if (limit === "user") return who === "admin" ? "403" : "yes";
	if (area === "all" || limit === null) return "yes";
	if (area === "any" || area === "record") return "rows";
	if (seesArea(limit, area)) return "yes";
	// Named by its query, one record is like one that is named by its path.
	if (/^(GET|PUT|DELETE) \/functions\/v1\/manage-invoices$/.test(endpoint)) return "404/403";
	return endpoint.includes("/:") ? "404" : "403";
}

const columns = [
	["Not signed in", "nobody"],
	["User", "user"],
	...limits.map((limit) => [accessText(limit), limit] as const),
] as const;

const areaName = (area: Access["area"] | undefined) => [area].flat().join(", ");

/** The matrix of docs/security.md: a line for all endpoints of one subject that are alike. */
export function areaMatrix(): string {
	const lines = Map.groupBy(Object.keys(accessTable), (endpoint) => {
		const subject = endpoint
			.replace(/^\S+ \/(?:api|functions\/v1|storage\/v1\/object\/public)\//, "")
			.replace(/^\S+ \//, "");
		const outcomes = columns.map(([, limit]) => outcomeFor(endpoint, limit));
		return [subject.split("/")[0], areaName(accessTable[endpoint]?.area), ...outcomes].join(" | ");
	});
	const rows = [...lines].map(([line, endpoints]) => {
		const [subject, ...rest] = line.split(" | ");
		return `| ${subject} (${endpoints.length}) | ${rest.join(" | ")} |`;
	});
	const heads = ["Endpoints", "Line", ...columns.map(([name]) => name)];
	return [`| ${heads.join(" | ")} |`, `|${"---|".repeat(heads.length)}`, ...rows].join("\n");
}
