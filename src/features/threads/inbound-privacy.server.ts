import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { removeStrayFiles } from "#platform/files/stray-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { inboundMailsTable } from "./threads.table.ts";

const { at, file, from_address, from_name, id, mail_id, message_id, outcome, record_id, source, subject } =
	inboundMailsTable;

const isFrom = (address: string): SQL => sql`lower(${from_address}) = ${address.trim().toLowerCase()}`;

/** What an address has sent, as an export has it, and the messages as they came, as long as they are kept. */
export async function exportInbound(tx: Database, address: string) {
	const rows = await tx
		.select({
			at,
			source,
			from_name,
			from_address,
			subject,
			outcome,
			reason: inboundMailsTable.reason,
			message_id,
			file,
		})
		.from(inboundMailsTable)
		.where(isFrom(address));
	return {
		inbound_mails: rows.map(({ file: _, ...row }) => row),
		files: rows.flatMap((row) => row.file ?? []),
	};
}

const nothing = { from_name: null, from_address: null, subject: null, message_id: null, file: null };

/**
 * What is known of the messages of an address, of those in its conversations, and of the reports about mails to it. Their keys
 * stay, so that a second delivery brings nothing back. To be called before the mails are deleted.
 * @returns the sources, to be removed after the transaction
 */
export async function eraseInbound(tx: Database, records: string[], address: string): Promise<string[]> {
	const { recipient, record_id: about } = mailsTable;
	const mails = await tx
		.select({ id: mailsTable.id })
		.from(mailsTable)
		.where(or(sql`lower(${recipient}) = ${address.trim().toLowerCase()}`, amongIds(about, records)));
	const reported = mails.map((mail) => mail.id);
	const found = [];
	// One after the other, each by its index.
	for (const which of [isFrom(address), amongIds(record_id, records), amongIds(mail_id, reported)]) {
		found.push(...(await tx.select({ id, file }).from(inboundMailsTable).where(which).for("update")));
	}
	await tx
		.update(inboundMailsTable)
		.set(nothing)
		.where(
			amongIds(
				id,
				found.map((row) => row.id),
			),
		);
	return found.flatMap((row) => row.file ?? []);
}

const ignoredDays = 90;
const keyDays = 365;

/** Whether staff still see it: of what was ignored, only the key is kept for longer. */
export const isStillListed = sql`not (${outcome} = 'ignored' and ${at} < now() - ${ignoredDays} * interval '1 day')`;

/** Removes sources after their time, what is known of ignored messages after 90 days, and their keys after a year. */
export async function forgetOldInbound({
	db,
	storage,
	settings,
}: Pick<Deps, "db" | "storage" | "settings">): Promise<void> {
	const olderThan = (days: number) => lt(at, sql`now() - ${days} * interval '1 day'`);
	const ended = await db
		.select({ id, file })
		.from(inboundMailsTable)
		.where(and(isNotNull(file), olderThan(settings.inbound.keepSourceDays)));
	await db
		.update(inboundMailsTable)
		.set({ file: null })
		.where(
			amongIds(
				id,
				ended.map((row) => row.id),
			),
		);
	for (const row of ended) if (row.file) await storage.remove("mail-sources", row.file);
	const isIgnored = eq(outcome, "ignored");
	await db.delete(inboundMailsTable).where(and(isIgnored, olderThan(keyDays)));
	await db
		.update(inboundMailsTable)
		.set({ from_name: null, from_address: null, subject: null, message_id: null })
		.where(and(isIgnored, olderThan(ignoredDays), isNotNull(from_address)));
}

export const removeStraySources = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "mail-sources", async (names) => {
		const rows = await deps.db.select({ file }).from(inboundMailsTable).where(inArray(file, names));
		return rows.map((row) => row.file);
	});
