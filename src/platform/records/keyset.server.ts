import { type AnyColumn, gte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { timeInUtc } from "#lib/fields.ts";

const largestPage = 1000;

const cursorSchema = z.string().transform((value, context) => {
	const [at = "", id = ""] = value.split("~");
	if (timeInUtc().safeParse(at).success && z.uuid().safeParse(id).success) return { at, id };
	context.addIssue("This page marker isn't valid. Reload the list.");
	return z.NEVER;
});

/** The query of a list that is read one page at a time, newest first. */
export const pageQuerySchema = z.object({
	limit: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
	before: cursorSchema.optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** The query of a list endpoint. `updated_since` limits it to what a screen has missed. */
export const listQuerySchema = pageQuerySchema.extend({
	updated_since: timeInUtc().optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** `next` is the `before` value of the next page, or null on the last one. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** NULLS LAST matches the index. Without it, PostgreSQL would sort the whole table for every page. */
export function newestFirst(at: AnyColumn, id: AnyColumn): SQL[] {
	return [sql`${at} desc nulls last`, sql`${id} desc nulls last`];
}

export function inPage(
	columns: { at: AnyColumn; id: AnyColumn; updatedAt?: AnyColumn },
	{ before, updated_since }: Pick<ListQuery, "before" | "updated_since">,
): SQL[] {
	const conditions: SQL[] = [];
	if (before) conditions.push(sql`(${columns.at}, ${columns.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`);
	if (updated_since && columns.updatedAt) conditions.push(gte(columns.updatedAt, sql`${updated_since}::timestamptz`));
	return conditions;
}

/** Reads one row more than the page holds, to find out whether there is a next page. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => { at: Date; id: string }): Page<Row> {
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	if (!last) return { rows, next: null };
	const { at, id } = cursorOf(last);
	return { rows: rows.slice(0, limit), next: `${at.toISOString()}~${id}` };
}
