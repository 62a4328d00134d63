import { parseResponse } from "hono/client";
import { useServerDraft } from "#admin/editing/server-draft.ts";
import { isLeaving, writeAbout } from "#admin/record/record-deletion.ts";
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

/** A draft on the server, where it survives a reload and is there on another computer. */
export function useDraft({ table, id }: ThreadOf, stored: Draft | null) {
	return useServerDraft<DraftValues, Draft>(id, stored, {
		saveAfterMs,
		put: ({ text, subject, to, cc, files }, stamp) => {
			const json = { text, subject, to, cc: addressesIn(cc), attachment_ids: files.map((file) => file.id), ...stamp };
			return writeAbout(id, () => parseResponse(threadEndpoint.draft.$put({ param: { table, id }, json })));
		},
		isHeld: () => isLeaving(id),
		onStored(draft) {
			queryClient.setQueryData(conversationQuery({ table, id }).queryKey, (known) => known && { ...known, draft });
			queryClient.setQueryData(draftsQuery.queryKey, (ids) => ids && [...new Set([...ids, id])]);
		},
		onFailure: () => toast({ title: "Error", description: "Failed to save the draft", tone: "destructive" }),
	});
}
