import { useDocumentEvent } from "#admin/editing/document-event.ts";

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Ctrl+S, or Ctrl+Enter as in any form. */
export const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean =>
	(ctrlKey || metaKey) && !altKey && !shiftKey && ["s", "enter"].includes(key.toLowerCase());

/** Anywhere on the page, which the browser would save as a file. */
export function useSaveKey(onSave: () => void): void {
	useDocumentEvent("keydown", (event) => {
		if (!isSaveKey(event)) return;
		event.preventDefault();
		// Not behind a dialog, which may be asking what to do with the text.
		if (!event.repeat && !document.querySelector("[role=dialog]")) onSave();
	});
}
