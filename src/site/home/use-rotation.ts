import { type FocusEvent, useEffect, useReducer, useRef, useSyncExternalStore } from "react";
import { atFirst, mayRotate, rotate } from "./rotation.ts";
import { isStill, periodMs, subscribeToStillness } from "./stillness.ts";

/**
 * Steps through `count` things, one every 5 seconds. Waits under the pointer and on keyboard focus of the element that takes
 * `holdProps`, while the tab is hidden, and for readers who prefer less motion.
 */
export function useRotation(count: number) {
	const [rotation, dispatch] = useReducer(rotate, atFirst);
	const still = useSyncExternalStore(subscribeToStillness, isStill, () => true);
	const rotating = mayRotate(rotation) && !still;
	const { index, paused } = rotation;

	// Pointer and focus may have come before React.
	const root = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (root.current?.matches(":hover")) dispatch({ type: "hold", by: "pointer" });
		if (root.current?.querySelector(":focus-visible")) dispatch({ type: "hold", by: "focus" });
	}, []);

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
			ref: root,
			onPointerEnter: () => dispatch({ type: "hold", by: "pointer" }),
			onPointerLeave: () => dispatch({ type: "release", by: "pointer" }),
			// A click leaves its focus behind when the pointer goes; only a keyboard's focus is worth waiting for.
			onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && dispatch({ type: "hold", by: "focus" }),
			onBlur: () => dispatch({ type: "release", by: "focus" }),
		},
	};
}
