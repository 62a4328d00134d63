import { useDocumentEvent } from "#admin/editing/document-event.ts";

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Ctrl+S or ⌘S. */
export const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean =>
	(ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "s";

/** Ctrl+S or ⌘S anywhere on the page. The browser would save the page itself. */
export function useSaveKey(onSave: () => void): void {
	useDocumentEvent("keydown", (event) => {
		if (!isSaveKey(event)) return;
		event.preventDefault();
		// Not behind a dialog, which may be asking what to do with the text.
		if (!event.repeat && !document.querySelector("[role=dialog]")) onSave();
	});
}
