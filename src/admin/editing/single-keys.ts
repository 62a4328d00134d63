import { createStore, useStore } from "#admin/session/store.ts";
import { readStored, store } from "#lib/browser-storage.ts";

const storageKey = "pilcrow-single-keys";
const off = "off";
/** Says that it has changed; the value is in the browser's storage. */
const changes = createStore(undefined);

/** Whether keys that are pressed there write or choose something. */
const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));

/** Whether Ctrl+Z undoes what was written there. In a text that no one has touched since it opened, it goes on as before. */
export const hasOwnUndo = (target: EventTarget | null): boolean =>
	isTyping(target) && target instanceof Element && !target.matches("select, [type=radio], [data-untouched]");

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
	store(storageKey, on ? null : off);
	changes.set(undefined);
}

const areSingleKeysOn = () => readStored(storageKey) !== off;

export const useSingleKeys = (): boolean => useStore(changes, areSingleKeysOn);
