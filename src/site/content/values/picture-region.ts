export type PictureSize = { width: number; height: number };
/** In shares of the width and the height, from the upper left. */
export type FocusPoint = { x: number; y: number };

/** The largest part of a picture in the ratio of its width to its height, as near to the focus as the edges allow. */
export function regionOf({ width, height }: PictureSize, ratio: number, { x, y }: FocusPoint) {
	const part = {
		width: Math.min(width, Math.round(height * ratio)),
		height: Math.min(height, Math.round(width / ratio)),
	};
	const start = (whole: number, length: number, focus: number) =>
		Math.round(Math.min(Math.max(whole * focus - length / 2, 0), whole - length));
	return { ...part, left: start(width, part.width, x), top: start(height, part.height, y) };
}

/** Of the widths of a cut the one in which every browser can show it: as wide as in the build (vite.config.ts). */
export const fallbackWidth = (widths: readonly number[]): number =>
	Math.max(...widths.filter((width) => width <= 1200));
