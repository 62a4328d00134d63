import type { galleryPictures } from "./gallery-pictures.ts";

export type Frame = {
	picture: keyof typeof galleryPictures;
	kind: string;
	caption: string /** Shows our mark. */;
	isMarked?: true;
};

/** The photography gallery; the first frame is the large one. */
export const frames: readonly Frame[] = [
	{ picture: "gallery-on-site", kind: "On-site", caption: "An arcade, an hour before dark" },
	{ picture: "gallery-product", kind: "Product", caption: "Enamel bottle with a brass cap", isMarked: true },
	{ picture: "gallery-food", kind: "Commercial food", caption: "Macarons for a menu" },
	{ picture: "gallery-event", kind: "Event documentation", caption: "Before the doors open", isMarked: true },
	{ picture: "gallery-studio", kind: "Studio", caption: "Coffee and the morning paper" },
];

/** The frame of so many that is `step` positions later. It wraps around at both ends. */
export const frameAfter = (index: number, step: number, count: number): number => (index + step + count) % count;

/** The step that a key stands for in the enlarged view, if any. */
export function stepOfKey(key: string): number | undefined {
	return { ArrowLeft: -1, ArrowRight: 1 }[key];
}

const swipeThreshold = 50;

/** The step that a swipe across the picture stands for: to the left is the next picture, a short swipe does nothing. */
export function stepOfSwipe(distance: number): number {
	return Math.abs(distance) < swipeThreshold ? 0 : -Math.sign(distance);
}
