import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endLastChanges, startChange, toastWithUndo, undoLastChange } from "#admin/lists/last-change.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { dismissToast, toast, toastStore } from "#ui/toast.ts";
import { leaveScreen, notePress } from "./screen-toasts.tsx";

const shown = () => toastStore.getSnapshot()?.title;

beforeEach(() => {
	queryClient.clear();
	endLastChanges();
});
afterEach(() => dismissToast(toastStore.getSnapshot()?.id ?? 0));

test("a toast goes when somebody leaves the screen that it is about", () => {
	toast({ title: "Notes Saved" });
	notePress();
	leaveScreen();
	expect(shown()).toBeUndefined();
});

test("a toast stays when the press that has caused it leads to another screen", () => {
	toast({ title: "Notes Saved" });
	notePress();
	toast({ title: "Invoice created successfully." });
	leaveScreen();
	expect(shown()).toBe("Invoice created successfully.");
	notePress();
	leaveScreen();
	expect(shown()).toBeUndefined();
});

test("a key puts no post of a screen that was left back on the site", async () => {
	const undo = vi.fn();
	const late = startChange();
	toastWithUndo({ title: "Blog Unpublished" }, undo, startChange(), { onlyHere: true });
	leaveScreen();
	toastWithUndo({ title: "Blog Unpublished" }, undo, late, { onlyHere: true });
	const offered = toastStore.getSnapshot()?.action;
	undoLastChange();
	expect(undo).not.toHaveBeenCalled();
	offered?.onSelect();
	expect(undo).toHaveBeenCalledOnce();
});

test("a toast with an action stays on every screen", () => {
	toast({ title: "Reply Sent", action: { label: "Undo", onSelect: () => undefined } });
	notePress();
	leaveScreen();
	expect(shown()).toBe("Reply Sent");
});
