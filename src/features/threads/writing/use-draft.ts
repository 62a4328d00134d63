import { parseResponse } from "hono/client";
import { useEffect, useMemo, useState } from "react";
import { isLeaving, writeAbout } from "#admin/record/record-deletion.ts";
import { isConflict } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import {
	type Attachment,
	conversationQuery,
	type Draft,
	type ThreadOf,
	threadEndpoint,
} from "#features/threads/desk/conversation-query.ts";
import { draftsQuery } from "#features/threads/desk/drafts-query.ts";
import { toast } from "#ui/toast.ts";

export type DraftValues = { text: string; subject: string; to: string | null; cc: string; files: Attachment[] };

/** The server has it within two seconds of the last key. */
const saveAfterMs = 1200;

export const addressesIn = (cc: string) =>
	cc
		.split(/[,;\s]+/)
		.map((address) => address.trim())
		.filter(Boolean);

/**
 * Keeps a draft on the server, where it survives a reload and is there on another computer. Saves follow one another; a
 * draft that was changed elsewhere is not overwritten until the person decides.
 */
export function useDraft(record: ThreadOf, stored: Draft | null) {
	const [conflict, setConflict] = useState<Draft | null | undefined>();
	const { table, id } = record;
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is stored counts at the start only
	const saver = useMemo(() => {
		let version = stored?.version ?? 0;
		let waiting: DraftValues | undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		let running: Promise<void> = Promise.resolve();
		let stopped = false;

		async function save(): Promise<void> {
			clearTimeout(timer);
			if (isLeaving(id)) return;
			const values = waiting;
			waiting = undefined;
			if (!values || stopped) return;
			const { text, subject, to, cc, files } = values;
			try {
				const json = { text, subject, to, cc: addressesIn(cc), attachment_ids: files.map((file) => file.id), version };
				const draft = await writeAbout(id, () =>
					parseResponse(threadEndpoint.draft.$put({ param: { table, id }, json })),
				);
				version = draft.version;
				queryClient.setQueryData(conversationQuery({ table, id }).queryKey, (known) => known && { ...known, draft });
				queryClient.setQueryData(draftsQuery.queryKey, (ids) => ids && [...new Set([...ids, id])]);
			} catch (error) {
				if (!(error instanceof Error)) throw error;
				waiting ??= values;
				if (isConflict(error)) {
					stopped = true;
					setConflict((error.current as Draft | null) ?? null);
				} else toast({ title: "Error", description: "Failed to save the draft", tone: "destructive" });
			}
		}

		const flush = () => {
			running = running.then(save);
			return running;
		};

		return {
			change(values: DraftValues) {
				waiting = values;
				clearTimeout(timer);
				timer = setTimeout(flush, saveAfterMs);
			},
			flush,
			/** This text replaces the other one, whose version is now known. */
			keepMine(theirs: Draft | null) {
				version = theirs?.version ?? 0;
				stopped = false;
				setConflict(undefined);
				return flush();
			},
			takeTheirs(theirs: Draft | null) {
				version = theirs?.version ?? 0;
				waiting = undefined;
				stopped = false;
				setConflict(undefined);
			},
			/** The reply has been sent, so a save that is still waiting must not restore the draft. */
			async stop() {
				clearTimeout(timer);
				stopped = true;
				waiting = undefined;
				await running;
			},
			resume() {
				stopped = false;
			},
		};
	}, [table, id]);

	useEffect(() => () => void saver.flush(), [saver]);
	return { saver, conflict };
}
