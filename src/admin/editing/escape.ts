import { useEffect, useRef } from "react";

/** What Escape closes, the topmost last. */
const layers: (() => void)[] = [];

/**
 * Closes a dialog on Escape also while a toast is up, which lies above it and would take the first press for itself;
 * and when the focus is nowhere, as after a press on a button that is disabled since. Of several, the one opened last.
 */
export function useEscape(close: () => void): void {
	const latest = useRef(close);
	useEffect(() => {
		latest.current = close;
	});
	useEffect(() => {
		const layer = () => latest.current();
		const handleKeyDown = (event: KeyboardEvent) => {
			if (event.key === "Escape" && layers.at(-1) === layer) layer();
		};
		layers.push(layer);
		document.addEventListener("keydown", handleKeyDown);
		return () => {
			layers.splice(layers.indexOf(layer), 1);
			document.removeEventListener("keydown", handleKeyDown);
		};
	}, []);
}
