import type { Query } from "@tanstack/react-query";
import { queryClient } from "#admin/session/query-client.ts";

/** Records that are being deleted or have been. */
const leaving = new Set<string>();
/** What open dialogs are writing about their records automatically. */
const writing = new Map<string, Set<Promise<unknown>>>();

/** Whether nothing may be asked about a record any more. */
export const isLeaving = (id: string): boolean => leaving.has(id);

/** Writes about a record automatically, such as who is looking at it. Not for a record that is being deleted. */
export async function writeAbout<T>(id: string, write: () => Promise<T>): Promise<T> {
	const running = write();
	const known = writing.get(id) ?? new Set();
	writing.set(id, known.add(running));
	try {
		return await running;
	} finally {
		known.delete(running);
		if (known.size === 0) writing.delete(id);
	}
}

/**
 * Deletes a record whose dialog is open. What the dialog requests and writes automatically ends first, because it would
 * arrive too late and be refused. If the record stays, it starts again.
 */
export async function deleteOpenRecord<T>(id: string, send: () => Promise<T>): Promise<T> {
	const isOfRecord = ({ queryKey }: Query) => queryKey.includes(id);
	leaving.add(id);
	await queryClient.cancelQueries({ predicate: isOfRecord });
	await Promise.allSettled(writing.get(id) ?? []);
	try {
		return await send();
	} catch (error) {
		leaving.delete(id);
		void queryClient.invalidateQueries({ predicate: (query) => isOfRecord(query) && query.state.status !== "error" });
		throw error;
	}
}
