import { parseResponse } from "hono/client";
import { useNavigate } from "react-router";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { api } from "#admin/session/api-client.ts";
import { tellFailure } from "#admin/session/query-client.ts";
import { notSentText, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import type { ConversationMessage, ThreadOf } from "#features/threads/desk/conversation-query.ts";
import { reloadConversation } from "#features/threads/desk/drafts-query.ts";
import { listed } from "#lib/text/text.ts";
import { recordOf } from "#records.ts";
import { toast } from "#ui/toast.ts";
import { openComposer } from "./composing.ts";

/**
 * Says what happens to a reply. While the server holds it, 'Undo' opens it again as it was, no matter where the person is.
 * @returns takes the reply, the status that it sets, and what `startChange` returned for it
 */
export function useSentToast(
	record: ThreadOf,
): (message: ConversationMessage, nextStatus: string, change: object) => void {
	const navigate = useNavigate();
	const isMailMissing = useIsMailMissing();

	async function undo(messageId: string, nextStatus: string): Promise<void> {
		try {
			await parseResponse(api.api["thread-messages"][":id"].undo.$post({ param: { id: messageId } }));
			await reloadConversation(record);
			await navigate(pathInList(record), { preventScrollReset: true });
			openComposer(record, "writing", nextStatus);
			toast({ title: "Reply Undone", description: "It wasn't sent. It's a draft again.", tone: "success" });
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			tellFailure(error, "Failed to undo the reply. It may already have been sent.");
		}
	}

	return ({ id, to, delivery }, nextStatus, change) => {
		const left = delivery?.undo_until ? Date.parse(delivery.undo_until) - Date.now() : 0;
		toastWithUndo(
			{
				title: isMailMissing ? "Reply Kept as a File" : "Reply Sent",
				description: isMailMissing ? notSentText(to) : `To ${listed(to)}.`,
				tone: isMailMissing ? "default" : "success",
				...(left > 0 && { displayMs: left }),
			},
			left > 0 ? () => undo(id, nextStatus) : undefined,
			change,
			{ until: Date.now() + left },
		);
	};
}

/** The record's address, with the filter of its list if that is on the screen: one goes on where one was. */
function pathInList({ table, id }: ThreadOf): string {
	const path = recordOf(table)?.path(id) ?? "";
	const { pathname, search } = window.location;
	if (!path.startsWith(`${pathname}?`)) return path;
	const params = new URLSearchParams(search);
	params.set("id", id);
	return `${pathname}?${params}`;
}
