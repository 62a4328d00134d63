import type { QueryClient } from "@tanstack/react-query";

let takeBack: (() => void) | undefined;
const watched = new WeakSet<QueryClient>();

/** Keeps what takes the last change of statuses, or the last reply, back, until something else is changed. */
export function noteLastChange(client: QueryClient, undo: () => void): void {
	takeBack = undo;
	if (watched.has(client)) return;
	watched.add(client);
	client.getMutationCache().subscribe(({ type }) => {
		if (type === "added") takeBack = undefined;
	});
}

/** @returns whether there was something to take back */
export function undoLastChange(): boolean {
	const undo = takeBack;
	takeBack = undefined;
	undo?.();
	return undo !== undefined;
}
