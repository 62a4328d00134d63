export type ToastTone = "default" | "success" | "destructive";

export type Toast = {
	id: number;
	title: string;
	description?: string;
	tone: ToastTone;
	/** A button inside the toast, for example to undo. */
	action?: { label: string; onSelect: () => void };
	/** What else may come next, beside that. */
	also?: Toast["action"];
	/** Where to go on. Unlike an action, it comes along to the next page. */
	link?: { label: string; href: string };
	/** How long it is shown, if not as long as others. */
	displayMs?: number;
	/** When it ends if no one keeps it open, in milliseconds since 1970. */
	until: number;
};

/** Unless a toast says otherwise (specification 9). */
export const usualDisplayMs = 5000;

let current: Toast | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Shows a toast in the global toast area. At most one is shown at a time: a newer one replaces it (specification 9).
 * @returns its id, for `dismissToast`
 */
export function toast(content: {
	title: string;
	description?: string;
	tone?: ToastTone;
	action?: Toast["action"];
	also?: Toast["action"];
	link?: Toast["link"];
	displayMs?: number;
}): number {
	const until = Date.now() + (content.displayMs ?? usualDisplayMs);
	const id = nextId++;
	current = { tone: "default", ...content, id, until };
	for (const listener of listeners) listener();
	return id;
}

export function dismissToast(id: number): void {
	if (current?.id !== id) return;
	current = undefined;
	for (const listener of listeners) listener();
}

/** Removes the toast about a problem once the problem may be over. */
export function dismissProblem(): void {
	if (current?.tone === "destructive") dismissToast(current.id);
}

/** For `useSyncExternalStore` in the toast area. */
export const toastStore = {
	subscribe(listener: () => void) {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
	getSnapshot: () => current,
	getServerSnapshot: () => undefined,
};
