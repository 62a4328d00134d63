import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

export function setPalette(open: boolean | "toggle"): void {
	isOpen = open === "toggle" ? !isOpen : open;
	for (const listener of listeners) listener();
}

/** Whether the palette is wanted. The key is heard before the screen is there that shows it. */
export const usePaletteOpen = () =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => isOpen,
		() => false,
	);
