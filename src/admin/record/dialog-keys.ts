import { type RefObject, useEffect, useRef } from "react";
import { actsAlone } from "#admin/editing/single-keys.ts";

/** By `KeyboardEvent.key`, letters in lower case. */
type Keys = Record<string, (() => void) | undefined>;

/**
 * Keys of the dialog that contains an element, while it is the topmost and no one is typing. They work wherever the
 * focus is, because it falls to the page when the control that had it is gone.
 */
export function useDialogKeys(inside: RefObject<HTMLElement | null>, keys: Keys): void {
	const latest = useRef(keys);
	useEffect(() => {
		latest.current = keys;
	});
	useEffect(() => {
		function handleKeyDown(event: KeyboardEvent): void {
			if (!actsAlone(event)) return;
			const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
			const dialog = inside.current?.closest("[role=dialog]");
			if (!act || !dialog || topmost() !== dialog) return;
			event.preventDefault();
			act();
		}
		document.addEventListener("keydown", handleKeyDown);
		return () => document.removeEventListener("keydown", handleKeyDown);
	}, [inside]);
}

/** Each opens at the end of the document. */
const topmost = () => [...document.querySelectorAll("[role=dialog], [role=menu]")].at(-1);
