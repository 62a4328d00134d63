import { createStore, useStore } from "#admin/session/store.ts";
import { awaitArrival } from "#ui/focus/held-keys.ts";

const palette = createStore(false);

/** What keys wait for. */
export const paletteName = "palette";

export function setPalette(open: boolean | "toggle"): void {
	const isOpen = open === "toggle" ? !palette.get() : open;
	if (isOpen) awaitArrival(paletteName);
	palette.set(isOpen);
}

/** Whether the palette is wanted. The key is heard before the screen is there that shows it. */
export const usePaletteOpen = () => useStore(palette, (isOpen) => isOpen);
