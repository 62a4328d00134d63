import { useSyncExternalStore } from "react";
import type { ThreadOf } from "./conversation-query.ts";

/** The record whose composer is open: at most one. The button at the dialog's foot and the thread in its body share it. */
let composing: string | undefined;
const listeners = new Set<() => void>();

const keyOf = ({ table, id }: ThreadOf) => `${table} ${id}`;

function set(next: string | undefined): void {
	composing = next;
	for (const listener of listeners) listener();
}

export const openComposer = (record: ThreadOf) => set(keyOf(record));
export const closeComposer = () => set(undefined);

export function useComposing(record: ThreadOf): boolean {
	const open = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => composing,
		() => undefined,
	);
	return open === keyOf(record);
}
