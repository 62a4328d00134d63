import { useQuery } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import { useEffect } from "react";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { Button } from "#ui/button.tsx";
import { openComposer } from "./composing.ts";
import { conversationQuery } from "./conversation-query.ts";

/** Opens the composer in the record's dialog, as `r` does. Not there where nobody can be written to. */
export function ReplyButton({ table, id }: { table: ThreadTable; id: string }) {
	const { data } = useQuery(conversationQuery({ table, id }));
	const canReply = data?.thread.can_reply ?? false;
	useEffect(() => {
		if (!canReply) return;
		function handleKeyDown(event: KeyboardEvent): void {
			const { target, key, ctrlKey, metaKey, altKey } = event;
			if (key !== "r" || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
			if (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select")))
				return;
			// The palette or a question lies above.
			if (document.querySelectorAll("[role=dialog], [role=alertdialog]").length > 1) return;
			event.preventDefault();
			openComposer({ table, id });
		}
		document.addEventListener("keydown", handleKeyDown);
		return () => document.removeEventListener("keydown", handleKeyDown);
	}, [canReply, table, id]);
	if (!canReply) return null;
	return (
		<Button size="dense" variant="secondary" aria-keyshortcuts="r" onClick={() => openComposer({ table, id })}>
			<Reply aria-hidden className="size-4" strokeWidth={1.75} />
			Reply
		</Button>
	);
}
