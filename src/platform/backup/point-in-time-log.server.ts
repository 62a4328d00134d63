import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { openSession, type Session } from "#platform/database/postgres-connections.server.ts";
import { ifMissing, makeFolderSync, writeDurably } from "#platform/files/durable-files.server.ts";
import type { FileStorage } from "#platform/files/storage.server.ts";
import { repeat } from "#platform/jobs/repeat.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import { createBaseCopy } from "./point-in-time-base.server.ts";
import { copyFiles, pruneFiles } from "./point-in-time-files.server.ts";
import {
	listChains,
	neededBases,
	newChainName,
	parseBaseFile,
	pointInTimeFolder,
	pruneChains,
	segmentFile,
} from "./point-in-time-folder.server.ts";
import { oldestBackup } from "./scheduled-backups.server.ts";

/*
 * Copies the log of the program's own database server to BACKUP_DIR, segment by segment, together with every stored
 * file and, once a day, a base copy (decision 040). A replication slot that only this code reads makes the server
 * keep each segment until it has been copied.
 */

/** Server settings. A server that has written nothing doesn't end its segment, even after this time. */
export const logSettings = { archive_timeout: "60s" };

const lookEveryMs = 10_000;
/** Opened six times a minute: a permanent connection would cost one more server process. */
const idleSeconds = 2;
/** Time between two checks for a due base copy, and between two log messages about the same failure. */
const patienceMs = 10 * 60_000;
/** The longest that a stop waits for the last segment. If it isn't copied by then, the next start copies it. */
const stopWithinMs = 2_000;

type Source = {
	superuserUrl: string;
	cluster: string;
	storage: FileStorage;
	backupDir: string;
	logger: Logger;
};

/** @returns a function that copies the rest of the log and then stops */
export function startPointInTimeLog(source: Source): () => Promise<void> {
	const { superuserUrl, logger } = source;
	const stopping = new AbortController();
	const complain = complaints(logger, stopping.signal);
	const database = openSession(superuserUrl, idleSeconds);
	let baseCopy: Promise<void> | undefined;
	let nextBase = { chain: "", at: 0 };

	async function takeLog(): Promise<void> {
		makeFolderSync(pointInTimeFolder(source.backupDir));
		const slot = await openSlot(database, source);
		await takeSegments(database, source, slot);
		const isDue = nextBase.chain !== slot.name || Date.now() >= nextBase.at;
		if (baseCopy || stopping.signal.aborted || !isDue) return;
		nextBase = { chain: slot.name, at: Date.now() + patienceMs };
		const makeBaseCopy = async () => {
			if (await hasBaseOfToday(slot.folder)) return;
			const session = openSession(superuserUrl);
			try {
				const file = await createBaseCopy(session, source.cluster, slot.folder, stopping.signal);
				logger.info({ file }, "a base copy of the database was made");
			} finally {
				await session.close(1_000);
			}
			await prune(source, slot.name);
		};
		baseCopy = complain("the base copy of the database failed", makeBaseCopy).finally(() => {
			baseCopy = undefined;
		});
	}

	const failure = "could not copy the database log to BACKUP_DIR";
	const look = () => complain(failure, takeLog);
	const stopLooking = repeat({ logger, stopping: stopping.signal }, lookEveryMs, failure, look);

	async function takeRest(): Promise<void> {
		await Promise.all([stopLooking(), baseCopy]);
		await database.query("select pg_switch_wal()");
		await takeLog();
	}

	return async () => {
		stopping.abort();
		const enough = AbortSignal.timeout(stopWithinMs);
		const cutOff = new Promise((_, cut) => enough.addEventListener("abort", () => cut(enough.reason)));
		await Promise.race([takeRest(), cutOff]).catch((error) =>
			logger.warn({ err: error }, "the end of the database log will be copied to BACKUP_DIR at the next start"),
		);
		await database.close(0);
	};
}

/** Runs a task and logs its failure when it is new and every ten minutes, and when the task works again. */
function complaints(logger: Logger, stopping: AbortSignal) {
	const known = new Map<string, { words: string; until: number }>();
	return async (message: string, work: () => Promise<void>): Promise<void> => {
		try {
			await work();
			if (known.delete(message)) logger.info({}, `working again: ${message}`);
		} catch (error) {
			const last = known.get(message);
			if (stopping.aborted || (last?.words === String(error) && Date.now() < last.until)) return;
			known.set(message, { words: String(error), until: Date.now() + patienceMs });
			logger.error({ err: error }, message);
		}
	};
}

type Slot = {
	name: string;
	/** The folder of the slot's chain. */
	folder: string;
	/** The segments that the slot keeps, except the one that is being written. */
	segments: string[];
	/** The end of each segment, as a log position of the server. */
	ends: string[];
};

/** The slot whose log continues in BACKUP_DIR. If there is none, creates a new slot, which starts a new chain. */
async function openSlot(database: Session, source: Source): Promise<Slot> {
	const folder = pointInTimeFolder(source.backupDir);
	const found = await readSlot(database, folder);
	if (found && !found.lost && (await isThere(found.slot.folder))) return found.slot;
	if (found?.lost) {
		source.logger.error(
			{ chain: found.slot.name },
			"the database log could not be copied to BACKUP_DIR for too long, so part of it was dropped; a new base copy begins",
		);
	}
	await dropSlots(database);
	const name = newChainName(new Date());
	makeFolderSync(join(folder, name));
	await database.query("select pg_create_physical_replication_slot($1, immediately_reserve => true)", [name]);
	const made = await readSlot(database, folder);
	if (!made) throw new Error("the server has not kept its replication slot");
	return made.slot;
}

async function readSlot(database: Session, folder: string): Promise<{ slot: Slot; lost: boolean } | undefined> {
	const [row] = await database.query(`select slot_name as name, wal_status = 'lost' or restart_lsn is null as lost,
		coalesce(restart_lsn - '0/0', 0)::float8 as kept, (pg_current_wal_flush_lsn() - '0/0')::float8 as written,
		pg_size_bytes(current_setting('wal_segment_size'))::float8 as size,
		left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
		from pg_replication_slots where slot_type = 'physical'`);
	if (!row) return;
	const [kept, written, size] = [Number(row.kept), Number(row.written), Number(row.size)];
	const first = Math.floor(kept / size);
	const numbers = Array.from({ length: Math.max(0, Math.floor(written / size) - first) }, (_, index) => first + index);
	const name = String(row.name);
	const slot = {
		name,
		folder: join(folder, name),
		segments: numbers.map((number) => `${row.timeline}${segmentNumber(number, size)}`),
		ends: numbers.map((number) => location((number + 1) * size)),
	};
	return { slot, lost: row.lost === true };
}

const hex = (number: number) => number.toString(16).toUpperCase();
const hex8 = (number: number) => hex(number).padStart(8, "0");
const highPart = 2 ** 32;

/** The second and third parts of a segment's file name. */
const segmentNumber = (number: number, size: number) =>
	hex8(Math.floor((number * size) / highPart)) + hex8(((number * size) % highPart) / size);

const location = (bytes: number) => `${hex(Math.floor(bytes / highPart))}/${hex(bytes % highPart)}`;

async function dropSlots(database: Session): Promise<void> {
	await database.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots");
}

/** Drops the slot: without BACKUP_DIR, the log isn't archived, so the server doesn't have to keep it. */
export async function dropPointInTimeLog({ superuserUrl, cluster }: Omit<Source, "storage" | "backupDir">) {
	const slots = await readdir(join(cluster, "pg_replslot"));
	if (slots.length === 0) return;
	const database = openSession(superuserUrl);
	await dropSlots(database).finally(() => database.close(1_000));
}

/** Files first, then the log: a file is stored before its row (decision 012), so every file in a segment is there. */
async function takeSegments(database: Session, source: Source, slot: Slot): Promise<void> {
	if (slot.segments.length === 0) return;
	await copyFiles(source.storage, pointInTimeFolder(source.backupDir));
	for (const [index, segment] of slot.segments.entries()) {
		await storeSegment(join(source.cluster, "pg_wal", segment), join(slot.folder, segmentFile(segment)));
		await database.query("select pg_replication_slot_advance($1, $2::pg_lsn)", [slot.name, slot.ends[index]]);
	}
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * @throws if a different segment already has this name. An identical one may exist if the process was killed before
 * it noted the copy.
 */
async function storeSegment(from: string, to: string): Promise<void> {
	const content = await readFile(from);
	if (!(await isThere(to))) return writeDurably(to, await compress(content));
	const known = await decompress(await readFile(to)).catch(() => undefined);
	if (!known?.equals(content))
		throw new Error(`${to} is damaged or belongs to another server. Move it to another folder`);
}

async function hasBaseOfToday(folder: string): Promise<boolean> {
	const today = new Date().toISOString().slice(0, 10);
	const bases = (await readdir(folder)).flatMap((file) => parseBaseFile(basename(folder), file) ?? []);
	return bases.some(({ completeAt }) => completeAt.toISOString().startsWith(today));
}

/** Removes everything that isn't needed to restore a time after the oldest archive. */
async function prune(source: Source, current: string): Promise<void> {
	const folder = pointInTimeFolder(source.backupDir);
	const since = await oldestBackup(source.backupDir);
	if (!since) return;
	await pruneChains(folder, since, current);
	const [oldest] = neededBases(await listChains(folder), since);
	if (oldest) await pruneFiles(source.storage, folder, oldest.completeAt);
}

const isThere = async (path: string) => Boolean(await stat(path).catch(ifMissing));
