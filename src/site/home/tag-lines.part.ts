import { atFirst, mayRotate, type RotationEvent, rotate } from "./rotation.ts";
import { isStill, periodMs, subscribeToStillness } from "./stillness.ts";

/** Rotates the tag lines without React, so that the page at rest does not have to load it. */
export function startTagLines(root: HTMLElement): void {
	const lines = [...root.querySelectorAll<HTMLElement>("h1 > span")];
	const control = root.querySelector<HTMLElement>("button");
	let rotation = atFirst;
	let timer = 0;
	/** The lines rotate once automatically; a visitor who then presses Play wants more. */
	let once = true;

	function dispatch(event: RotationEvent): void {
		rotation = rotate(rotation, event);
		show();
	}

	function show(): void {
		const { index, paused } = rotation;
		for (const [place, line] of lines.entries()) {
			line.setAttribute("aria-hidden", String(place !== index));
			line.toggleAttribute("data-current", place === index);
		}
		control?.toggleAttribute("data-paused", paused);
		control?.setAttribute("aria-label", `${paused ? "Play" : "Pause"} the tag lines`);
		clearTimeout(timer);
		if (mayRotate(rotation) && !isStill())
			timer = window.setTimeout(dispatch, periodMs, { type: "advance", count: lines.length, once });
	}

	control?.addEventListener("click", () => {
		once &&= !rotation.paused;
		dispatch({ type: "toggle" });
	});
	root.addEventListener("pointerenter", () => dispatch({ type: "hold", by: "pointer" }));
	root.addEventListener("pointerleave", () => dispatch({ type: "release", by: "pointer" }));
	// A click leaves its focus behind when the pointer goes; only a keyboard's focus is worth waiting for.
	root.addEventListener("focusin", ({ target }) => {
		if (target instanceof Element && target.matches(":focus-visible")) dispatch({ type: "hold", by: "focus" });
	});
	root.addEventListener("focusout", () => dispatch({ type: "release", by: "focus" }));
	subscribeToStillness(show);
	if (root.matches(":hover")) dispatch({ type: "hold", by: "pointer" });
	else show();
}
