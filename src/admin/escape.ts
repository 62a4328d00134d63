import { useEffect } from "react";

/**
 * Closes a dialog on Escape also while a toast is up, which lies above it and would take the first press for itself;
 * and when the focus is nowhere, as after a press on a button that is disabled since.
 */
export function useEscape(close: () => void): void {
	useEffect(() => {
		const handleKeyDown = (event: KeyboardEvent) => {
			if (event.key === "Escape") close();
		};
		document.addEventListener("keydown", handleKeyDown);
		return () => document.removeEventListener("keydown", handleKeyDown);
	}, [close]);
}
