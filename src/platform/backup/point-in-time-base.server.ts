import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "#platform/database/postgres-connections.server.ts";
import { ifMissing, partSuffix, syncFolder } from "#platform/files/durable-files.server.ts";
import { openTarWriter, readArchive, type TarWriter } from "./backup-archive.server.ts";
import { baseFile } from "./point-in-time-folder.server.ts";

/*
 * Copies the cluster while the server is running, as described in PostgreSQL's chapter "Making a Base Backup Using
 * the Low Level API". Files that change during the copy are corrected when a restore replays the log.
 */

/** Skipped, though their folders are kept: they belong to the running server. The log is archived by segment. */
const leftOut =
	/^(pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^pg_wal\/.*[^/]$|(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\.[^/]*|backup_label[^/]*|tablespace_map[^/]*|pg_internal\.init[^/]*|pgsql_tmp[^/]*\/?|[^/]*\.tmp)$/;

/**
 * @param session of the superuser, one connection: if it ends first, the server abandons the copy
 * @param folder of the chain
 * @returns the name of the file
 */
export async function createBaseCopy(
	session: Session,
	cluster: string,
	folder: string,
	signal: AbortSignal,
): Promise<string> {
	const unfinished = join(folder, `base.tar.gz${partSuffix}`);
	await rm(unfinished, { force: true });
	// Starts at once instead of spreading the checkpoint out: at most the shared buffers have to be written.
	await session.query("select pg_backup_start('site', fast => true)");
	const tar = openTarWriter(unfinished);
	try {
		await addFolder(tar, cluster, "", signal);
		const [end] = await session.query(
			"select labelfile, spcmapfile, clock_timestamp() as at from pg_backup_stop(wait_for_archive => false)",
		);
		if (end?.spcmapfile) throw new Error("the database has tablespaces, which a base copy cannot include");
		const label = Buffer.from(String(end?.labelfile));
		await tar.add("backup_label", label.byteLength, [label]);
		await tar.finish();
		// Gzip's own checksum detects a truncated or damaged copy.
		for await (const { content } of readArchive(unfinished)) for await (const _ of content) signal.throwIfAborted();

		const [, firstSegment] = label.toString().match(/\(file ([0-9A-F]{24})\)/) ?? [];
		if (!firstSegment || !(end?.at instanceof Date)) throw new Error(`the server does not say where its log begins`);
		// A Date has no microseconds, so the time is rounded up.
		const file = baseFile(new Date(end.at.getTime() + 1), firstSegment);
		await rename(unfinished, join(folder, file));
		await syncFolder(folder);
		return file;
	} finally {
		tar.cancel();
		await rm(unfinished, { force: true });
	}
}

/** @param below the path inside the cluster, with a slash at its end, or empty */
async function addFolder(tar: TarWriter, cluster: string, below: string, signal: AbortSignal): Promise<void> {
	for (const entry of await readdir(join(cluster, below), { withFileTypes: true })) {
		signal.throwIfAborted();
		const name = `${below}${entry.name}${entry.isDirectory() ? "/" : ""}`;
		if (leftOut.test(name)) continue;
		if (entry.isFile()) await addFile(tar, cluster, name, signal);
		if (!entry.isDirectory()) continue;
		await tar.add(name, 0, []);
		await addFolder(tar, cluster, name, signal);
	}
}

async function addFile(tar: TarWriter, cluster: string, name: string, signal: AbortSignal): Promise<void> {
	await using file = await open(join(cluster, name)).catch(ifMissing);
	// A table's files may be deleted during the copy.
	if (!file) return;
	if (name === "global/pg_control") {
		const content = await readSettled(file);
		await tar.add(name, content.byteLength, [content]);
	} else {
		const { size } = await file.stat();
		await tar.add(name, size, readExactly(file, size, signal));
	}
}

/** The log can't correct this file, so it is read until two reads are identical: then no write came in between. */
async function readSettled(file: FileHandle): Promise<Buffer> {
	const read = async () => {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
		return buffer.subarray(0, bytesRead);
	};
	let before = await read();
	for (;;) {
		const now = await read();
		if (now.equals(before)) return now;
		before = now;
	}
}

const chunkSize = 256 * 1024;

/** Reads the size that the file had at first. What has been truncated since is filled with zeros. */
async function* readExactly(file: FileHandle, size: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < size; ) {
		signal.throwIfAborted();
		const wanted = Math.min(chunkSize, size - at);
		const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
		yield bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer;
		at += bytesRead || wanted;
	}
}
