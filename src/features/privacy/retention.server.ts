import { formatISO } from "date-fns/formatISO";
import { subDays } from "date-fns/subDays";
import { and, getTableName, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { deleteActivity, eraseFromActivity } from "#features/activity/activity.server.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { eraseInboundById } from "#features/inbound/inbound-privacy.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { deleteRecords } from "#features/threads/record-removal.server.ts";
import { threadsTable } from "#features/threads/threads.table.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import type { DailyWork } from "#platform/jobs/daily-work.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type RetainedKind, retainedKinds } from "#platform/process/settings.server.ts";

export const retentionJobs = {
	name: "daily-retention",
	retryLimit: 3,
	retryDelay: 600,
	retryDelayMax: 3600,
	expireInSeconds: 3600,
} as const satisfies JobKind;

type Retaining = Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings">;

/** Deletes, once a day, what is older than the settings let it become, with all that repeats it. */
export function dailyRetention(deps: Retaining): DailyWork {
	return { kind: retentionJobs, run: () => deleteExpiredRecords(deps) };
}

export async function deleteExpiredRecords(deps: Retaining): Promise<void> {
	for (const kind of retainedKinds) {
		const days = deps.settings.retention[kind];
		if (!days) continue;
		const count = await forget[kind](deps, subDays(deps.clock(), days));
		deps.logger.info({ [kind]: count }, `deleted ${kind} past their retention period`);
	}
}

/** How each kind is forgotten. Each answers how many rows that were. */
const forget: Record<RetainedKind, (deps: Retaining, before: Date) => Promise<number>> = {
	async applications(deps, before) {
		const { applied_at, id } = applicationsTable;
		const rows = await forgetRecords(deps, applicationsTable, isOver(id, applied_at, before));
		for (const { resume_url } of rows) await removeFile(deps.storage, "resumes", resume_url);
		return rows.length;
	},

	inquiries: async (deps, before) =>
		(await forgetRecords(deps, contactsTable, isOver(contactsTable.id, contactsTable.created_at, before))).length,

	/** A call that is still to come, or was not long ago, keeps its booking, however early it was arranged. */
	async bookings(deps, before) {
		const { created_at, preferred_date } = bookingsTable;
		const isOver = or(isNull(preferred_date), lt(preferred_date, formatISO(before, { representation: "date" })));
		return (await forgetRecords(deps, bookingsTable, and(lt(created_at, before), isOver))).length;
	},

	async quarantine({ db, storage }, before) {
		const { rows, sources } = await db.transaction(async (tx) => {
			const rows = await tx.delete(quarantineTable).where(lt(quarantineTable.received_at, before)).returning();
			const emails = rows.flatMap(({ fields: { inboundId } }) => (typeof inboundId === "string" ? [inboundId] : []));
			return { rows, sources: await eraseInboundById(tx, emails) };
		});
		for (const { file } of rows) await removeFile(storage, "quarantine", file);
		for (const name of sources) await removeFile(storage, "mail-sources", name);
		return rows.length;
	},

	activity: ({ db }, before) => deleteActivity(db, before),
};

/** Since it came, and since the last message about it. */
const isOver = (id: AnyPgColumn, at: AnyPgColumn, before: Date) =>
	and(
		lt(at, before),
		sql`not exists (select from ${threadsTable} where ${threadsTable.record_id} = ${id}
			and ${threadsTable.last_message_at} >= ${before.toISOString()}::timestamptz)`,
	);

/** With their conversations, their emails, sent, received or not sent, and what the log, which has just noted the deletion, says of them. */
async function forgetRecords<Table extends typeof applicationsTable | typeof bookingsTable | typeof contactsTable>(
	deps: Retaining,
	table: Table,
	which: SQL | undefined,
): Promise<Table["$inferSelect"][]> {
	const { rows, removeTheirFiles } = await deps.db.transaction(async (tx) => {
		const found = await tx
			.select({ id: table.id })
			.from(table as PgTable)
			.where(which)
			.for("update");
		const ids = found.map(({ id }) => String(id));
		const deleted = await deleteRecords(tx, deps, table, ids);
		await eraseFromActivity(tx, getTableName(table), ids);
		return deleted;
	});
	await removeTheirFiles();
	return rows;
}
