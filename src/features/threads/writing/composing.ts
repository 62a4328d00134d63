import { useSyncExternalStore } from "react";
import type { ThreadOf } from "#features/threads/desk/conversation-query.ts";

/** Closed, open, or open with the canned replies to choose from. */
type Stage = "closed" | "writing" | "picking";

/**
 * The record whose composer is open: at most one. The button at the bottom of the dialog and the thread in its body share
 * this state.
 */
let composing: { record: string; stage: Stage } | undefined;
const listeners = new Set<() => void>();

const keyOf = ({ table, id }: ThreadOf) => `${table} ${id}`;

function set(next: typeof composing): void {
	composing = next;
	for (const listener of listeners) listener();
}

export const openComposer = (record: ThreadOf, stage: "writing" | "picking" = "writing") =>
	set({ record: keyOf(record), stage });
/** Keys on a row of a list: `r` opens the record with a reply begun, `c` with the canned replies. */
export const replyKeys = (table: ThreadOf["table"]) => ({
	r: ({ id }: { id: string }) => openComposer({ table, id }),
	c: ({ id }: { id: string }) => openComposer({ table, id }, "picking"),
});

export const closeComposer = () => set(undefined);

export function useComposing(record: ThreadOf): Stage {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => (composing?.record === keyOf(record) ? composing.stage : "closed"),
		() => "closed",
	);
}
