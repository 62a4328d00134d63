import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { ifMissing } from "#platform/files/durable-files.server.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import { namesIn, removeStrayFiles } from "#platform/files/stray-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { inboundMailsTable } from "./inbound.table.ts";

const { at, file, from_address, from_name, id, mail_id, message_id, outcome, record_id, source, subject } =
	inboundMailsTable;

const isFrom = (address: string): SQL => sql`lower(${from_address}) = ${address.trim().toLowerCase()}`;

/** What an address has sent, in the form for an export, with the original messages while they are stored. */
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

/** Run one after the other, so that each uses its index. */
async function findInbound(db: Database, conditions: SQL[]) {
	const found = new Map<string, string | null>();
	for (const which of conditions) {
		for (const row of await db.select({ id, file }).from(inboundMailsTable).where(which)) found.set(row.id, row.file);
	}
	return found;
}

/**
 * The keys stay, so that a second delivery of the same message doesn't restore it. @returns the sources, to be removed
 * after the transaction
 */
async function blank(tx: Database, found: Map<string, string | null>): Promise<string[]> {
	await tx
		.update(inboundMailsTable)
		.set(nothing)
		.where(amongIds(id, [...found.keys()]));
	return [...found.values()].flatMap((name) => name ?? []);
}

/** The messages in the conversations of these records, and the reports about emails to them. */
async function ofRecords(db: Database, records: string[], reported: SQL): Promise<SQL[]> {
	const mails = await db.select({ id: mailsTable.id }).from(mailsTable).where(reported);
	const ids = mails.map((mail) => mail.id);
	return [amongIds(record_id, records), amongIds(mail_id, ids)];
}

async function ofAddress(db: Database, records: string[], address: string): Promise<SQL[]> {
	const isTo = sql`lower(${mailsTable.recipient}) = ${address.trim().toLowerCase()}`;
	const reported = sql`(${isTo} or ${amongIds(mailsTable.record_id, records)})`;
	return [isFrom(address), ...(await ofRecords(db, records, reported))];
}

export const countInbound = async (db: Database, records: string[], address: string) =>
	(await findInbound(db, await ofAddress(db, records, address))).size;

/**
 * What is known of the messages of an address, of those in its conversations, and of the reports about emails to it. To be
 * called before the emails are deleted.
 */
export async function eraseInbound(tx: Database, records: string[], address: string) {
	const found = await findInbound(tx, await ofAddress(tx, records, address));
	return { count: found.size, files: await blank(tx, found) };
}

/** The same for records that are deleted on their own. */
export const eraseInboundOfRecords = async (tx: Database, records: string[]): Promise<string[]> =>
	blank(tx, await findInbound(tx, await ofRecords(tx, records, amongIds(mailsTable.record_id, records))));

export const eraseInboundById = async (tx: Database, ids: string[]): Promise<string[]> =>
	blank(tx, await findInbound(tx, [amongIds(id, ids)]));

const dayMs = 24 * 3_600_000;
const ignoredDays = 90;
const keyDays = 365;

/** Whether staff still see it: of what was ignored, only the key is kept for longer. */
export const isStillListed = sql`not (${outcome} = 'ignored' and ${at} < now() - ${ignoredDays} * interval '1 day')`;

/** In `INBOUND_DIR`: what can't be read as a message, or was refused by the database. */
export const failedFolder = "failed";
/** Earlier versions put there what they had taken in. */
const formerFolders = ["done"];

const filesInFolder = async (path: string) => (await readdir(path).catch(ifMissing)) ?? [];

/** No one can say by a program whose these messages are. */
export const listFailedFiles = async ({ inbound: { dir } }: Deps["settings"]): Promise<string[]> =>
	dir ? (await filesInFolder(join(dir, failedFolder))).sort() : [];

async function removeOldFailures({ inbound: { dir, keepSourceDays } }: Deps["settings"]): Promise<void> {
	for (const folder of dir ? [failedFolder, ...formerFolders].map((name) => join(dir, name)) : []) {
		for (const path of (await filesInFolder(folder)).map((name) => join(folder, name))) {
			const age = Date.now() - ((await stat(path).catch(ifMissing))?.mtimeMs ?? Date.now());
			if (age > keepSourceDays * dayMs) await rm(path, { force: true });
		}
	}
}

/** Removes sources after their time, what is known of ignored messages after 90 days, and their keys after a year. */
export async function forgetOldInbound({
	db,
	storage,
	settings,
}: Pick<Deps, "db" | "storage" | "settings">): Promise<void> {
	await removeOldFailures(settings);
	const olderThan = (days: number) => lt(at, sql`now() - ${days} * interval '1 day'`);
	const ended = await db
		.select({ id, file })
		.from(inboundMailsTable)
		.where(and(isNotNull(file), olderThan(settings.inbound.keepSourceDays)));
	const endedIds = ended.map((row) => row.id);
	await db.update(inboundMailsTable).set({ file: null }).where(amongIds(id, endedIds));
	for (const row of ended) await removeFile(storage, "mail-sources", row.file);
	const isIgnored = eq(outcome, "ignored");
	await db.delete(inboundMailsTable).where(and(isIgnored, olderThan(keyDays)));
	await db
		.update(inboundMailsTable)
		.set({ from_name: null, from_address: null, subject: null, message_id: null })
		.where(and(isIgnored, olderThan(ignoredDays), isNotNull(from_address)));
}

export const removeStraySources = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "mail-sources", namesIn(deps.db, file));
