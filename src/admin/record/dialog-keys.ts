import type { RefObject } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import { actsAlone } from "#admin/editing/single-keys.ts";

/** By `KeyboardEvent.key`, letters in lower case. */
type Keys = Record<string, (() => void) | undefined>;

/**
 * Keys of the dialog that contains an element, while it is the topmost and no one is typing. They work wherever the
 * focus is, because it falls to the page when the control that had it is gone.
 */
export function useDialogKeys(inside: RefObject<HTMLElement | null>, keys: Keys): void {
	useDocumentEvent("keydown", (event) => {
		if (!actsAlone(event)) return;
		const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
		const dialog = inside.current?.closest("[role=dialog]");
		if (!act || !dialog || topmost() !== dialog) return;
		event.preventDefault();
		act();
	});
}

/** Each opens at the end of the document. */
const topmost = () => [...document.querySelectorAll("[role=dialog], [role=menu]")].at(-1);
