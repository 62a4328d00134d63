/** Specification 9. */
export const periodMs = 5000;

const lessMotion = "(prefers-reduced-motion: reduce)";

/** Nothing rotates while the tab is hidden, nor for readers who prefer less motion. */
export const isStill = () => document.hidden || matchMedia(lessMotion).matches;

export function subscribeToStillness(listener: () => void) {
	const motion = matchMedia(lessMotion);
	motion.addEventListener("change", listener);
	document.addEventListener("visibilitychange", listener);
	return () => {
		motion.removeEventListener("change", listener);
		document.removeEventListener("visibilitychange", listener);
	};
}
