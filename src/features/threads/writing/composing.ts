import { createStore, useStore } from "#admin/session/store.ts";
import type { ThreadOf } from "#features/threads/desk/conversation-query.ts";
import { awaitArrival, isMissing } from "#ui/focus/held-keys.ts";

/** Closed, open, or open with the canned replies to choose from. */
type Stage = "closed" | "writing" | "picking";

/** The record whose composer is open: at most one. The dialog's button and the thread in its body share this state. */
const composing = createStore<{ record: string; stage: Stage; status?: string | undefined } | undefined>(undefined);

const keyOf = ({ table, id }: ThreadOf) => `${table} ${id}`;

/** @param status what the reply will set the record's status to ("" keeps it), if that has been chosen before */
export function openComposer(record: ThreadOf, stage: "writing" | "picking" = "writing", status?: string): void {
	awaitArrival(composerName(record));
	composing.set({ record: keyOf(record), stage, status });
}

/** What keys wait for. */
export const composerName = (record: ThreadOf) => `composer ${keyOf(record)}`;

export const chosenStatus = (): string | undefined => composing.get()?.status;

/** Keys on a row of a list: `r` opens the record with a reply begun, `c` with the canned replies. */
export const replyKeys = (table: ThreadOf["table"]) => ({
	r: ({ id }: { id: string }) => openComposer({ table, id }),
	c: ({ id }: { id: string }) => openComposer({ table, id }, "picking"),
});

/** Closes this record's composer. Another record's may just have been opened while this one's dialog is being removed. */
export function closeComposer(record: ThreadOf): void {
	if (composing.get()?.record === keyOf(record)) composing.set(undefined);
	isMissing(composerName(record));
}

export const useComposing = (record: ThreadOf): Stage =>
	useStore(composing, (open) => (open?.record === keyOf(record) ? open.stage : "closed"));
