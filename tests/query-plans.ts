import { z } from "zod";
import type { DatabaseHandle } from "#platform/database/database.server.ts";

const nodeSchema = z.object({
	"Node Type": z.string(),
	Schema: z.string().optional(),
	"Relation Name": z.string().optional(),
	"Plan Rows": z.number(),
	"Index Cond": z.string().optional(),
	Filter: z.string().optional(),
	get Plans() {
		return z.array(nodeSchema).optional();
	},
});
type PlanNode = z.infer<typeof nodeSchema>;
const answerSchema = z.tuple([z.object({ Plan: nodeSchema })]);

export type Statement = { text: string; values: unknown[] };

/**
 * What a statement does to tables that grow, by the plan that the database chooses for it: `reads all of bookings`,
 * `sorts bookings`.
 * @param rowCounts of the tables that grow; others may be read as they like
 */
export async function costlySteps(
	database: DatabaseHandle,
	{ text, values }: Statement,
	rowCounts: ReadonlyMap<string, number>,
): Promise<string[]> {
	const { rows } = await database.query(`explain (verbose, format json) ${text}`, values);
	const [{ Plan: plan }] = answerSchema.parse(rows[0]?.["QUERY PLAN"]);
	return [...new Set(costsOf(plan, rowCounts, false))];
}

/** Nodes that need all rows below them before they hand out the first. */
const blocking = new Set(["Sort", "Aggregate", "Hash", "Materialize"]);

/** @param limited whether no more rows are asked of the node than a LIMIT above it lets through */
function costsOf(node: PlanNode, rowCounts: ReadonlyMap<string, number>, limited: boolean): string[] {
	const kind = node["Node Type"];
	const costs: string[] = [];
	const table = node.Schema === "public" ? node["Relation Name"] : undefined;
	const all = table === undefined ? undefined : rowCounts.get(table);
	if (kind.endsWith("Scan") && all !== undefined && readsAll(node, all, limited)) costs.push(`reads all of ${table}`);
	if (kind === "Sort" && node["Plan Rows"] >= manyRows) {
		// By name: which of two tables is read first is the planner's choice of the moment.
		const sorted = tablesBelow(node)
			.filter((name) => rowCounts.has(name))
			.sort();
		if (sorted.length > 0) costs.push(`sorts ${sorted.join(" with ")}`);
	}
	const limitedBelow = kind === "Limit" || (limited && !blocking.has(kind));
	return [...costs, ...(node.Plans ?? []).flatMap((child) => costsOf(child, rowCounts, limitedBelow))];
}

/** More than any page of a list holds. */
const manyRows = 1_100;

/** Along an index too: to its end, or past row after row that is not wanted. */
function readsAll(node: PlanNode, all: number, limited: boolean): boolean {
	if (node["Node Type"] === "Seq Scan") return true;
	const wantsMost = node["Plan Rows"] > all / 2;
	if (!limited) return wantsMost;
	return node["Node Type"].startsWith("Index") && !node["Index Cond"] && node.Filter !== undefined && !wantsMost;
}

function tablesBelow(node: PlanNode): string[] {
	const own = node["Relation Name"];
	return [...new Set([...(own ? [own] : []), ...(node.Plans ?? []).flatMap(tablesBelow)])];
}
