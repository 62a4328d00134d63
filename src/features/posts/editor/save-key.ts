import { useRef } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";

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
