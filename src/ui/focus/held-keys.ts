import { useEffect } from "react";
import { toast } from "#ui/toast.ts";
import { isPartlyTyped, typeTime } from "./typed-times.ts";

// Hands are faster than what loads. While something that a key has asked for is on its way, the keys that follow wait here, in
// order, and are done on what has come. If it doesn't come, they are dropped, and a toast says so.

const waiting: KeyboardEvent[] = [];
let holds = 0;
let isReplaying = false;

/** The keyboard must never stay dead. */
const longestMs = 10_000;

/**
 * Keys wait until the work is done. If it comes to `false` or an error, or takes too long, they are dropped; an error is the caller's
 * to tell.
 */
export async function holdKeys(work: Promise<boolean>): Promise<void> {
	holds++;
	const { promise: limit, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(false), longestMs);
	const isDone = await Promise.race([work, limit]).catch(() => false);
	clearTimeout(timer);
	holds--;
	if (!isDone) drop();
	else if (holds === 0 && !isReplaying) await replay();
}

/** What keys may wait for, by name: whether it is there, or what tells those who wait for it. */
const places = new Map<string, "there" | ((isThere: boolean) => void)>();

/** Keys wait until something of this name is on the screen; see `useArrival`. */
export function awaitArrival(name: string): void {
	if (places.has(name)) return;
	const { promise, resolve } = Promise.withResolvers<boolean>();
	places.set(name, resolve);
	void holdKeys(promise).then(() => {
		if (places.get(name) === resolve) places.delete(name);
	});
}

/** It is on the screen and takes keys. */
export function hasArrived(name: string): void {
	const tell = places.get(name);
	if (typeof tell === "function") tell(true);
}

/** It doesn't come after all. */
export function isMissing(name: string): void {
	const tell = places.get(name);
	if (typeof tell === "function") tell(false);
}

/** Says that something is on the screen for as long as the component is mounted. What takes its keys has to be mounted by then. */
export function useArrival(name: string | undefined): void {
	useEffect(() => {
		if (name === undefined) return;
		hasArrived(name);
		places.set(name, "there");
		return () => void places.delete(name);
	}, [name]);
}

function drop(): void {
	if (waiting.length === 0) return;
	waiting.length = 0;
	toast({
		title: "Keys Not Used",
		description: "What you pressed meanwhile wasn't done, because something didn't load or was refused.",
		tone: "destructive",
	});
}

/** Each in a task of its own, because it may change what is on the screen, or make the next ones wait again. */
async function replay(): Promise<void> {
	isReplaying = true;
	do {
		await new Promise((resolve) => setTimeout(resolve));
		const event = holds === 0 ? waiting.shift() : undefined;
		if (event) press(event);
	} while (holds === 0 && waiting.length > 0);
	isReplaying = false;
}

const withControl = new Set(["enter", "k", "z"]);
const namedKeys = new Set([
	"enter",
	"escape",
	"backspace",
	"delete",
	"arrowdown",
	"arrowup",
	"arrowleft",
	"arrowright",
]);

/** Whether a key may wait: not those of the browser, nor of an input method that puts a letter together. */
function canWait({ key, code, ctrlKey, metaKey, altKey, isComposing, isTrusted }: KeyboardEvent): boolean {
	if (isComposing || !isTrusted) return false;
	if (ctrlKey || metaKey) return withControl.has(key.toLowerCase());
	return altKey ? code === "KeyC" : key.length === 1 || namedKeys.has(key.toLowerCase());
}

/** Hears keys before anyone else. @returns ends it */
export function startHoldingKeys(): () => void {
	function hear(event: KeyboardEvent): void {
		const isHeld = holds > 0 || isReplaying;
		const field = document.activeElement;
		const goesOn = !isHeld && isPartlyTyped(field, event.key);
		if ((!isHeld && !goesOn) || !canWait(event)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		if (goesOn) typeTime(field, event.key);
		// One that is held down isn't pressed again.
		else if (!event.repeat) waiting.push(event);
	}
	window.addEventListener("keydown", hear, true);
	return () => window.removeEventListener("keydown", hear, true);
}

/** As if it were pressed now. What a browser does with keys that no one has taken, it does with true presses only. */
function press({ key, code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): void {
	const target = document.activeElement ?? document.body;
	const keys = { key, code, ctrlKey, shiftKey, altKey, metaKey };
	const isFree = target.dispatchEvent(new KeyboardEvent("keydown", { ...keys, bubbles: true, cancelable: true }));
	if (!isFree || ctrlKey || metaKey || altKey) return;
	if (target instanceof HTMLInputElement && ["date", "time"].includes(target.type) && key.length === 1)
		typeTime(target, key);
	else if (target.matches("textarea, input:not([type=checkbox], [type=radio]), [contenteditable=true]")) {
		// Deprecated, and the only way to write as the keyboard does: with an undo, and heard by every kind of field.
		if (key.length === 1) document.execCommand("insertText", false, key);
		else if (key === "Backspace") document.execCommand("delete");
		else if (key === "Delete") document.execCommand("forwardDelete");
		else if (key === "Enter" && target.matches("textarea")) document.execCommand("insertText", false, "\n");
		else if (key === "Enter") target.closest("form")?.requestSubmit();
	} else if (target instanceof HTMLElement && target.matches("button, a[href]") && (key === "Enter" || key === " ")) {
		target.click();
	}
}
