import { afterEach, expect, test, vi } from "vitest";
import { startChange, toastWithUndo, undoLastChange } from "#admin/lists/last-change.ts";
import { dismissToast, toast, toastStore } from "#ui/toast.ts";
import { leaveScreen, notePress } from "./screen-toasts.tsx";

const shown = () => toastStore.getSnapshot()?.title;

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

test("a key undoes nothing of the screen that was left", () => {
	const undo = vi.fn();
	toastWithUndo({ title: "Blog Unpublished" }, undo, startChange());
	leaveScreen();
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
