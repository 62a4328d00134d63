import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

type File = Uint8Array<ArrayBuffer>;

/**
 * Keeps the most recently used files in memory, up to `maxBytes`. The key is the data itself, so a changed invoice is
 * a different file and nothing has to be invalidated. Each file is made only once, even if several callers request it
 * at the same time (decision 014).
 * @param version separates files that were made in different ways
 */
export function createFileCache(version: string, maxBytes: number, make: (data: string) => Promise<File>) {
	const files = new LRUCache<string, File, string>({
		maxSize: maxBytes,
		sizeCalculation: ({ byteLength }) => byteLength,
		fetchMethod: (_key, _stale, { context }) => make(context),
		// A waiting caller gets its file even if other files have evicted it in the meantime.
		ignoreFetchAbort: true,
	});
	/** Returns the file for these data, from memory or newly made. */
	return (data: string): Promise<File> => {
		const key = createHash("sha256").update(version).update("\0").update(data).digest("base64url");
		return files.forceFetch(key, { context: data });
	};
}
