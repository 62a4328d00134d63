import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

type File = Uint8Array<ArrayBuffer>;

/**
 * The files asked for last, in memory, up to `maxBytes`. The data are the key, so a changed invoice is another file and
 * nothing has to be forgotten. However many ask at once, each file is made once (decision 014).
 * @param version sets files made in different ways apart
 */
export function createFileCache(version: string, maxBytes: number, make: (data: string) => Promise<File>) {
	const files = new LRUCache<string, File, string>({
		maxSize: maxBytes,
		sizeCalculation: ({ byteLength }) => byteLength,
		fetchMethod: (_key, _stale, { context }) => make(context),
		// Who waits for a file gets it, even when others have used up the room meanwhile.
		ignoreFetchAbort: true,
	});
	/** Makes the file that these data stand for, or finds the one made before. */
	return (data: string): Promise<File> => {
		const key = createHash("sha256").update(version).update("\0").update(data).digest("base64url");
		return files.forceFetch(key, { context: data });
	};
}
