import type { KeyboardEvent } from "react";

/** Escape closes a dialog also while a toast is up: the toast lies above it and would take the first press for itself. */
export const closingOnEscape = (close: () => void) => (event: KeyboardEvent) => {
	if (event.key === "Escape") close();
};
