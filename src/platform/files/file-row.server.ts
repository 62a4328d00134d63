import type { Database } from "#platform/database/database.server.ts";

type Write<T> = (tx: Database) => Promise<T>;

/**
 * Writes the row for a file that has just been stored. If the row is refused, the file is deleted. If the connection
 * is lost during the commit, no one knows whether the row exists, so the file is kept. The cleanup, which looks at
 * the rows, removes a file without one (decision 012).
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
		// If the file can't be removed now, the cleanup of stray files removes it later.
		if (!committing) await removeFile().catch(() => undefined);
		throw error;
	}
}
