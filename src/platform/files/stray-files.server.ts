import type { Deps } from "#platform/process/deps.server.ts";
import type { Bucket } from "./storage.server.ts";

/** No upload takes this long: a file that is older and has no row will never get one. */
const strayAfterMs = 60 * 60_000;
const lookedUpAtOnce = 500;

/**
 * Removes the files of a bucket that no row names, left by a process that was killed between file and row (decision 012).
 * @param named those of these names that a row has; asked after they were listed, so that a file which is being stored is safe
 */
export async function removeStrayFiles(
	{ storage, clock, logger }: Pick<Deps, "storage" | "clock" | "logger">,
	bucket: Bucket,
	named: (names: string[]) => Promise<(string | null)[]>,
): Promise<void> {
	const before = clock().getTime() - strayAfterMs;
	let old: string[] = [];
	const removeStrays = async () => {
		const known = new Set(old.length > 0 ? await named(old) : []);
		for (const name of old.filter((name) => !known.has(name))) {
			await storage.remove(bucket, name);
			logger.info({ bucket, name }, "removed a file that no row names");
		}
		old = [];
	};
	for await (const { name, storedAt } of storage.list(bucket)) {
		if (storedAt.getTime() > before) continue;
		old.push(name);
		if (old.length === lookedUpAtOnce) await removeStrays();
	}
	await removeStrays();
}
