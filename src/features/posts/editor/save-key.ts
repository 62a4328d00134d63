import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import type { PostDraft } from "./post-draft.ts";

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Ctrl+S, or Ctrl+Enter as in any form. */
export const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean =>
	(ctrlKey || metaKey) && !altKey && !shiftKey && ["s", "enter"].includes(key.toLowerCase());

/** Anywhere on the page, which the browser would save as a file. */
export function useSaveKey(onSave: () => void): void {
	/** A dialog may be asking what to do with the text. It may also take the key for itself, and be closed by it. */
	const isForDialog = useRef(false);
	useDocumentEvent(
		"keydown",
		() => {
			isForDialog.current = document.querySelector("[role=dialog]") !== null;
		},
		true,
	);
	useDocumentEvent("keydown", (event) => {
		if (!isSaveKey(event)) return;
		event.preventDefault();
		if (!event.repeat && !isForDialog.current) onSave();
	});
}

/**
 * What was on the screen when the keys were pressed during a save: the next one saves that, and nothing typed since.
 * @returns sets it
 */
export function useWaitingSave(isSaving: boolean, onSave: (text: PostDraft) => void) {
	const [waiting, setWaiting] = useState<PostDraft>();
	const saveWaiting = useEffectEvent((text: PostDraft) => {
		setWaiting(undefined);
		onSave(text);
	});
	useEffect(() => {
		if (waiting && !isSaving) saveWaiting(waiting);
	}, [waiting, isSaving]);
	return setWaiting;
}
