import { createStore, useStore } from "#admin/session/store.ts";

const palette = createStore(false);

export const setPalette = (open: boolean | "toggle"): void => palette.set(open === "toggle" ? !palette.get() : open);

/** Whether the palette is wanted. The key is heard before the screen is there that shows it. */
export const usePaletteOpen = () => useStore(palette, (isOpen) => isOpen);
