import { useEffect, useEffectEvent } from "react";
import { leaveForm } from "./leave-form.ts";

/** The handlers of everything that Escape can close, in the order of opening. */
const layers: (() => void)[] = [];

/**
 * Closes the most recently opened dialog on Escape. This works even while a toast is shown, which is above the dialog
 * and would handle the first press, and while nothing has the focus, as after a click on a button that has since been
 * disabled. A form with unsaved text is left only after a question.
 */
export function useEscape(close: () => void): void {
	const handleEscape = useEffectEvent(close);
	useEffect(() => {
		const layer = () => handleEscape();
		const handleKeyDown = (event: KeyboardEvent) => {
			if (event.key === "Escape" && layers.at(-1) === layer) leaveForm(layer);
		};
		layers.push(layer);
		document.addEventListener("keydown", handleKeyDown);
		return () => {
			layers.splice(layers.indexOf(layer), 1);
			document.removeEventListener("keydown", handleKeyDown);
		};
	}, []);
}
