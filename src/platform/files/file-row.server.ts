import type { Database } from "#platform/database/database.server.ts";

type Write<T> = (tx: Database) => Promise<T>;

/**
 * Writes the row of a file that has just been stored. A row that is refused takes its file with it. Once all is written
 * only the commit is left, and whoever loses its answer does not know whether there is a row: the file stays then, and
 * the sweeper, which looks at the rows, removes one that has none (decision 012).
 */
export async function writeRowOfFile<T>(
	removeFile: () => Promise<void>,
	transaction: (write: Write<T>) => Promise<T>,
	write: Write<T>,
): Promise<T> {
	let committing = false;
	try {
		return await transaction(async (tx) => {
			const written = await write(tx);
			committing = true;
			return written;
		});
	} catch (error) {
		// A file that cannot be removed now goes with the strays.
		if (!committing) await removeFile().catch(() => undefined);
		throw error;
	}
}
