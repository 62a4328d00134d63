import { and, eq, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { withIsoDates } from "#lib/pick.ts";
import { type Database, selectRows } from "#platform/database/database.server.ts";
import { inPage, newestFirst, type Page, type PageQuery, toPage } from "#platform/records/keyset.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import type { AccountEvent, ActivityFilter } from "./activity.schema.ts";
import { type Activity, activityTable } from "./activity.table.ts";

const { action, actor_id, actor_kind, address, at, id, record_id, record_table } = activityTable;

/** Newest first. */
export async function listActivity(db: Database, query: PageQuery & ActivityFilter): Promise<Page<Activity>> {
	const rows = await db
		.select()
		.from(activityTable)
		.where(and(...inPage({ at, id }, query), ...conditions(query)))
		.orderBy(...newestFirst(at, id))
		.limit(query.limit + 1);
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

const actorsSchema = z.array(z.object({ id: z.uuid(), name: z.string() }));
/** Smaller than any other value. */
const noId = "00000000-0000-0000-0000-000000000000";

/** Every member of staff who has changed something, sorted by name. */
export async function listActors(db: Database): Promise<{ id: string; name: string }[]> {
	// Goes from one actor to the next along the index `activity_actor`, because the log is long and has few actors.
	const newestAfter = (former: SQL) => sql`
		(select actor_id, coalesce(actor_name, actor_email, 'Former staff') as name from ${activityTable}
			where actor_kind = 'staff' and actor_id > ${former}
			order by actor_kind, actor_id, at desc nulls last, id desc nulls last limit 1)`;
	const rows = await selectRows(
		db,
		sql`with recursive actors as (
			${newestAfter(sql`${noId}::uuid`)}
			union all
			select following.* from actors, lateral ${newestAfter(sql`actors.actor_id`)} following
		) select actor_id as id, name from actors`,
	);
	return actorsSchema.parse(rows).sort((a, b) => a.name.localeCompare(b.name));
}

/** Removes the values and the name from the log entries of these records. Who changed them, and when, stays. */
export function eraseFromActivity(db: Database, table: string, recordIds: string[]): Promise<void> {
	return whileErasing(db, async (erasing) => {
		await erasing
			.update(activityTable)
			.set({
				record_label: null,
				changes: sql`(select coalesce(jsonb_object_agg(key, '{}'::jsonb), '{}'::jsonb) from jsonb_each(${activityTable.changes}))`,
				address: null,
				device: null,
			})
			.where(and(eq(record_table, table), amongIds(record_id, recordIds)));
	});
}

/** Removes a person's name, address, and device from the log entries of their own changes. */
export function eraseActor(db: Database, userId: string): Promise<void> {
	return whileErasing(db, async (erasing) => {
		await erasing
			.update(activityTable)
			.set({ actor_name: null, actor_email: null, address: null, device: null })
			.where(and(eq(actor_kind, "staff"), eq(actor_id, userId)));
	});
}

/** Deletes older entries, according to the operator's setting. @returns the number of rows */
export function deleteActivity(db: Database, before: Date): Promise<number> {
	return db.transaction(async (tx) => {
		await allowDeletions(tx);
		return (await tx.delete(activityTable).where(lt(at, before)).returning({ id })).length;
	});
}

/** For the rest of the transaction, because another trigger refuses these changes. */
const allowDeletions = (tx: Database) => tx.execute(sql`select set_config('app.forgetting', 'on', true)`);

/**
 * Deletes sign-ins that are more than 90 days old, failed or not. For other events of accounts, it removes only the network
 * address and the device (docs/decisions/033).
 */
export function deleteOldSignIns(db: Database): Promise<void> {
	const old = and(isNotNull(address), lt(at, sql`now() - interval '90 days'`));
	return whileErasing(db, async (erasing) => {
		await allowDeletions(erasing);
		await erasing.delete(activityTable).where(and(old, inArray(action, passingEvents)));
		await erasing.update(activityTable).set({ address: null, device: null }).where(old);
	});
}

const passingEvents: AccountEvent[] = [
	"signed_in",
	"sign_in_failed",
	"session_reused",
	"password_change_failed",
	"raised",
	"second_factor_failed",
];

/** The one way past the trigger that refuses changes to the log. */
async function whileErasing(db: Database, erase: (tx: Database) => Promise<void>): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.execute(sql`select set_config('app.erasing', 'on', true)`);
		await erase(tx);
		await tx.execute(sql`select set_config('app.erasing', 'off', true)`);
	});
}

/** The part of an entry that leaves the server. */
export const presentActivity = (row: Activity) => withIsoDates(row);
export type PresentedActivity = ReturnType<typeof presentActivity>;
