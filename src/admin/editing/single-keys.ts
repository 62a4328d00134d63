import { useSyncExternalStore } from "react";

const storageKey = "pilcrow-single-keys";
const off = "off";
const listeners = new Set<() => void>();

/** Whether keys that are pressed there write something. */
const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether Ctrl+Z undoes what was written there. */
export const hasOwnUndo = (target: EventTarget | null): boolean =>
	isTyping(target) && target instanceof HTMLElement && !target.matches("select, [type=checkbox], [type=radio]");

/**
 * Whether this is a key of its own that may act wherever the focus is. Users of voice control can turn such keys off,
 * because a word would press several (WCAG 2.1.4).
 */
export const actsAlone = (event: KeyboardEvent): boolean =>
	!event.ctrlKey &&
	!event.metaKey &&
	!event.altKey &&
	!event.defaultPrevented &&
	!isTyping(event.target) &&
	areSingleKeysOn();

export function setSingleKeys(on: boolean): void {
	if (on) localStorage.removeItem(storageKey);
	else localStorage.setItem(storageKey, off);
	for (const listener of listeners) listener();
}

const areSingleKeysOn = () => localStorage.getItem(storageKey) !== off;

export const useSingleKeys = (): boolean =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		areSingleKeysOn,
		() => true,
	);
