import { useSyncExternalStore } from "react";

/** A value of the whole tab, outside React. */
export function createStore<Value>(initial: Value) {
	let value = initial;
	const listeners = new Set<() => void>();
	return {
		initial,
		get: () => value,
		set(next: Value): void {
			value = next;
			for (const listener of listeners) listener();
		},
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** What a component shows of a store, now and after each change. The server knows the first value only. */
export const useStore = <Value, Shown>(
	{ subscribe, get, initial }: ReturnType<typeof createStore<Value>>,
	select: (value: Value) => Shown,
): Shown =>
	useSyncExternalStore(
		subscribe,
		() => select(get()),
		() => select(initial),
	);
