import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { link, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, ifMissing, makeFolderSync, syncFolder, writeSynced } from "./durable-files.server.ts";
import {
	assertFileName,
	type Bucket,
	contentTypeOf,
	FileExistsError,
	type FileStorage,
	isFileName,
} from "./storage.server.ts";

/** The prefix of files that are still being written. A stored file's name never starts with a dot. */
const unfinishedPrefix = ".unfinished-";
const abandonedAfterMs = 60 * 60_000;

/** Files in `folder`/bucket/name. */
export function openDiskStorage(folder: string): FileStorage {
	function pathOf(bucket: Bucket, name: string): string {
		assertFileName(name);
		return join(folder, bucket, name);
	}

	return {
		async put(bucket, name, content) {
			const path = pathOf(bucket, name);
			const unfinished = join(folder, bucket, `${unfinishedPrefix}${randomUUID()}`);
			makeFolderSync(join(folder, bucket));
			try {
				await writeSynced(unfinished, content.stream());
				// Unlike a rename, a link never replaces an existing file.
				await link(unfinished, path);
				await syncFolder(join(folder, bucket));
			} catch (error) {
				throw hasCode(error, "EEXIST") ? new FileExistsError(name) : error;
			} finally {
				await rm(unfinished, { force: true });
			}
		},

		async get(bucket, name) {
			const path = pathOf(bucket, name);
			if (!(await modifiedAt(path))) return undefined;
			// The file is opened only when it is read, so a response without a body leaves nothing open.
			const blob = await openAsBlob(path);
			return { body: blob.stream(), size: blob.size, type: contentTypeOf(name) };
		},

		async remove(bucket, name) {
			await rm(pathOf(bucket, name), { force: true });
		},

		async *list(bucket) {
			for (const name of (await readdir(join(folder, bucket)).catch(ifMissing)) ?? []) {
				const isUnfinished = name.startsWith(unfinishedPrefix);
				if (!isUnfinished && !isFileName(name)) continue;
				const path = join(folder, bucket, name);
				const storedAt = await modifiedAt(path);
				if (!storedAt) continue;
				if (!isUnfinished) yield { name, storedAt };
				else if (Date.now() - storedAt.getTime() > abandonedAfterMs) await rm(path, { force: true });
			}
		},
	};
}

const modifiedAt = async (path: string) => (await stat(path).catch(ifMissing))?.mtime;
