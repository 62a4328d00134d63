import { type FocusEvent, useEffect, useReducer, useSyncExternalStore } from "react";
import { atFirst, mayRotate, rotate } from "./rotation.ts";

/** Specification 9. */
const periodMs = 5000;

/**
 * Steps through `count` things, one every 5 seconds. Waits under the pointer and on keyboard focus of the element that takes
 * `holdProps`, while the tab is hidden, and for readers who prefer less motion.
 */
export function useRotation(count: number) {
	const [rotation, dispatch] = useReducer(rotate, atFirst);
	const still = useSyncExternalStore(subscribeToStillness, isStill, () => true);
	const rotating = mayRotate(rotation) && !still;
	const { index, paused } = rotation;

	// biome-ignore lint/correctness/useExhaustiveDependencies: a step or a selection starts the 5 seconds anew
	useEffect(() => {
		if (!rotating) return;
		const timer = setTimeout(() => dispatch({ type: "advance", count }), periodMs);
		return () => clearTimeout(timer);
	}, [rotating, index, count]);

	return {
		index,
		paused,
		rotating,
		select: (index: number) => dispatch({ type: "select", index }),
		togglePause: () => dispatch({ type: "toggle" }),
		holdProps: {
			onPointerEnter: () => dispatch({ type: "hold", by: "pointer" }),
			onPointerLeave: () => dispatch({ type: "release", by: "pointer" }),
			// A click leaves its focus behind when the pointer goes; only a keyboard's focus is worth waiting for.
			onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && dispatch({ type: "hold", by: "focus" }),
			onBlur: () => dispatch({ type: "release", by: "focus" }),
		},
	};
}

const lessMotion = "(prefers-reduced-motion: reduce)";

const isStill = () => document.hidden || matchMedia(lessMotion).matches;

function subscribeToStillness(listener: () => void) {
	const motion = matchMedia(lessMotion);
	motion.addEventListener("change", listener);
	document.addEventListener("visibilitychange", listener);
	return () => {
		motion.removeEventListener("change", listener);
		document.removeEventListener("visibilitychange", listener);
	};
}
