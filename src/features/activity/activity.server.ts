import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, selectAsJson } from "#platform/database.server.ts";
import { inPage, newestFirst, type Page, type PageQuery, toPage } from "#platform/keyset.server.ts";
import { amongIds } from "#platform/statuses.server.ts";
import type { ActivityFilter, RecordTable } from "./activity.schema.ts";
import { type Activity, activityTable } from "./activity.table.ts";

const { actor_email, actor_id, actor_kind, actor_name, at, id, record_id, record_table } = activityTable;

/** Newest first. */
export async function listActivity(db: Database, query: PageQuery & ActivityFilter): Promise<Page<Activity>> {
	const rows = await selectAsJson(
		db,
		db
			.select()
			.from(activityTable)
			.where(and(...inPage({ at, id }, query), ...conditions(query)))
			.orderBy(...newestFirst(at, id))
			.limit(query.limit + 1),
	);
	return toPage(rows, query.limit, (row) => ({ at: row.at, id: row.id }));
}

function conditions({ table, record, actor }: ActivityFilter): SQL[] {
	return [
		...(table ? [eq(record_table, table)] : []),
		...(record ? [eq(record_id, record)] : []),
		...(actor === "visitor" || actor === "system" ? [eq(actor_kind, actor)] : []),
		...(actor && actor !== "visitor" && actor !== "system" ? [eq(actor_kind, "staff"), eq(actor_id, actor)] : []),
	];
}

/** Every member of staff who has changed something, by name. */
export async function listActors(db: Database): Promise<{ id: string; name: string }[]> {
	const rows = await db
		.select({ id: actor_id, name: sql<string>`max(coalesce(${actor_name}, ${actor_email}, 'Former staff'))` })
		.from(activityTable)
		.where(eq(actor_kind, "staff"))
		.groupBy(actor_id);
	return rows
		.flatMap((row) => (row.id ? [{ id: row.id, name: row.name }] : []))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** Takes the values and the name out of what is logged of these records; who changed them, and when, stays. */
export function eraseFromActivity(db: Database, table: RecordTable, recordIds: string[]): Promise<void> {
	return whileErasing(db, async (erasing) => {
		await erasing
			.update(activityTable)
			.set({
				record_label: null,
				changes: sql`(select coalesce(jsonb_object_agg(key, '{}'::jsonb), '{}'::jsonb) from jsonb_each(${activityTable.changes}))`,
			})
			.where(and(eq(record_table, table), amongIds(record_id, recordIds)));
	});
}

/** Takes somebody's name and address out of what they have changed themselves. */
export function eraseActor(db: Database, userId: string): Promise<void> {
	return whileErasing(db, async (erasing) => {
		await erasing.update(activityTable).set({ actor_name: null, actor_email: null }).where(eq(actor_id, userId));
	});
}

/** The one way past the trigger that refuses changes of the log; it never deletes a row. */
async function whileErasing(db: Database, erase: (tx: Database) => Promise<void>): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.execute(sql`select set_config('app.erasing', 'on', true)`);
		await erase(tx);
		await tx.execute(sql`select set_config('app.erasing', 'off', true)`);
	});
}

/** What leaves the server. */
export function presentActivity({ at, ...row }: Activity) {
	return { ...row, at: at.toISOString() };
}
export type PresentedActivity = ReturnType<typeof presentActivity>;
