import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast, toastStore } from "#ui/toast.ts";
import { restoreToast } from "./kept-toast.ts";

let listeners: Record<string, () => void>;
let stored: Map<string, string>;

beforeEach(() => {
	listeners = {};
	stored = new Map();
	vi.useFakeTimers({ toFake: ["Date"] });
	vi.stubGlobal("addEventListener", (name: string, listener: () => void) => {
		listeners[name] = listener;
	});
	vi.stubGlobal("sessionStorage", {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
		removeItem: (key: string) => stored.delete(key),
	});
	restoreToast();
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** @returns how long the next page shows it, in milliseconds; undefined if it doesn't */
function shownOnNextPage(afterMs: number): number | undefined {
	vi.advanceTimersByTime(afterMs);
	listeners.beforeunload?.();
	listeners.pagehide?.();
	restoreToast();
	return toastStore.getSnapshot()?.displayMs;
}

test("a toast has on the next page what is left of its five seconds, and at least two", () => {
	toast({ title: "Message Sent!", tone: "success" });
	expect(shownOnNextPage(1_500)).toBe(3_500);
	expect(shownOnNextPage(500)).toBe(3_000);
	expect(shownOnNextPage(2_900)).toBe(2_000);
	expect(toastStore.getSnapshot()).toMatchObject({ title: "Message Sent!", tone: "success" });
});

test("what went wrong ends with its page", () => {
	toast({ title: "Error", tone: "destructive" });
	expect(shownOnNextPage(100)).toBeUndefined();
	expect(toastStore.getSnapshot()).toBeUndefined();
});
