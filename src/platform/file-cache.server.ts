import { createHash } from "node:crypto";
import { createBoundedMap } from "./bounded-map.server.ts";

type File = Uint8Array<ArrayBuffer>;

/** Makes the file that these data stand for, or finds the one made before. */
export type FileCache = (data: string) => Promise<File>;

/**
 * The files asked for last, in memory, up to `maxBytes`. The data are the key, so a changed invoice is another file and
 * nothing has to be forgotten. However many ask at once, each file is made once (decision 014).
 * @param version sets files made in different ways apart
 */
export function createFileCache(version: string, maxBytes: number, make: (data: string) => Promise<File>): FileCache {
	const finished = createBoundedMap<File>(({ byteLength }) => byteLength, { maxBytes });
	const making = new Map<string, Promise<File>>();

	function start(key: string, data: string): Promise<File> {
		const running = make(data)
			.then((file) => {
				finished.set(key, file);
				return file;
			})
			.finally(() => making.delete(key));
		making.set(key, running);
		return running;
	}

	return async (data) => {
		const key = createHash("sha256").update(version).update("\0").update(data).digest("base64url");
		return finished.get(key) ?? making.get(key) ?? start(key, data);
	};
}
