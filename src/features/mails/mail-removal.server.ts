import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { removeMessageFiles } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { mailsTable } from "./mails.table.ts";

/**
 * Deletes emails, sent or not, with their files in the mail folder. These go before the transaction ends: a process that
 * is killed in between leaves rows, by which they are found again.
 */
export async function deleteMails(
	tx: Database,
	{ mail }: Settings,
	which: SQL | undefined,
): Promise<{ ids: string[]; files: number }> {
	const rows = await tx.delete(mailsTable).where(which).returning({ id: mailsTable.id });
	const ids = rows.map(({ id }) => id);
	return { ids, files: await removeMessageFiles(mail, ids) };
}

/** Removes every trace of the emails of these records, as their own removal demands. */
export async function deleteMailsOfRecords(
	tx: Database,
	settings: Settings,
	table: string,
	ids: string[],
): Promise<void> {
	await deleteMails(tx, settings, and(eq(mailsTable.record_table, table), amongIds(mailsTable.record_id, ids)));
}

const contentRetentionDays = 30;
const retentionDays = 365;

/** Longer than any patience: no job stands for such a message any more, whatever has happened to it. */
const lostAfterHours = 96;

/** Nothing stays queued forever: an email that was never sent is shown to staff as failed. */
export async function failLostMails({ db }: Pick<Deps, "db">): Promise<void> {
	const { last_error, queued_at, status } = mailsTable;
	await db
		.update(mailsTable)
		.set({ status: "failed", last_error: sql`coalesce(${last_error}, 'The email couldn''t be sent in time.')` })
		.where(and(eq(status, "queued"), lt(queued_at, sql`now() - ${lostAfterHours} * interval '1 hour'`)));
}

/** Messages repeat what people wrote: their content and files go after a month, what was sent to whom after a year. */
export async function deleteOldMails({ db, settings }: Pick<Deps, "db" | "settings">): Promise<void> {
	const { content, queued_at, status } = mailsTable;
	const olderThan = (days: number) => lt(queued_at, sql`now() - ${days} * interval '1 day'`);
	const withoutContent = and(olderThan(contentRetentionDays), ne(status, "queued"));
	await deleteMails(db, settings, and(olderThan(retentionDays), ne(status, "queued")));
	// Those of account emails too, whose content is nowhere else. Earlier rounds have removed what is twice as old.
	const old = await db
		.select({ id: mailsTable.id })
		.from(mailsTable)
		.where(and(withoutContent, gte(queued_at, sql`now() - ${2 * contentRetentionDays} * interval '1 day'`)));
	const oldIds = old.map(({ id }) => id);
	await removeMessageFiles(settings.mail, oldIds);
	await db
		.update(mailsTable)
		.set({ content: null })
		.where(and(withoutContent, isNotNull(content)));
	// Left by a process that was killed before it could delete emails without a recipient.
	await db.delete(mailsTable).where(and(olderThan(1), isNull(mailsTable.recipient)));
}
