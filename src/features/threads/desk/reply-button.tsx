import { useQuery } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import { useRef } from "react";
import { useDialogKeys } from "#admin/record/dialog-keys.ts";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { openComposer, useComposing } from "#features/threads/writing/composing.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { useAssignCommands } from "./assignment.tsx";
import { conversationQuery } from "./conversation-query.ts";

/**
 * Opens the composer in the record's dialog, as `r` does; `c` opens it with the canned replies. Not shown if there is no
 * one to write to.
 */
export function ReplyButton(record: { table: ThreadTable; id: string }) {
	const { data } = useQuery(conversationQuery(record));
	const canReply = data?.thread.can_reply ?? false;
	const isWriting = useComposing(record) !== "closed";
	const place = useRef<HTMLSpanElement>(null);
	// Also before it is known whether there is someone to write to: the composer then waits, or says why not.
	const assign = useAssignCommands(record.table);
	useDialogKeys(place, {
		r: () => openComposer(record),
		c: () => openComposer(record, "picking"),
		a: () =>
			assign([record])
				.find(({ keys }) => keys === "A")
				?.run(),
	});
	return (
		<span ref={place} className="contents">
			{canReply && (
				<DeskButton
					title="Reply (R), with a canned reply (C)"
					aria-keyshortcuts="R C"
					onClick={() => openComposer(record)}
					icon={Reply}
				>
					{data?.draft && !isWriting ? "Continue Draft" : "Reply"}
				</DeskButton>
			)}
		</span>
	);
}
