import { createHash } from "node:crypto";
import { type FocusPoint, type PictureSize, regionOf } from "./picture-region.ts";
import type { MadeCut, PictureValue, Slot } from "./picture-value.ts";

/** A part of an uploaded picture, whose files are named after all that they are made of. */
export type Cut = { name: string; image: string; ratio: number; focus: FocusPoint };

/** What has been made of a cut, by its name: in which widths, and of how large a picture. */
export type MadeCuts = ReadonlyMap<string, PictureSize & { widths: readonly number[] }>;

export function cutsOf({ ratio, narrow }: Slot, { image, focus }: PictureValue): Cut[] {
	if (image === null) return [];
	return [ratio, ...(narrow ? [narrow] : [])].map(([width, height]) => ({
		name: createHash("sha256").update([image, width, height, focus.x, focus.y].join(" ")).digest("hex").slice(0, 24),
		...{ image, ratio: width / height, focus },
	}));
}

/** With what the site shows of it, once all of that is there. */
export function withMadeCuts(slot: Slot, value: PictureValue, made: MadeCuts): PictureValue {
	const cuts = cutsOf(slot, value).flatMap((cut): MadeCut[] => {
		const source = made.get(cut.name);
		if (!source) return [];
		const { left, top, width, height } = regionOf(source, cut.ratio, cut.focus);
		const share = (whole: number, start: number, part: number) => `${Math.round(((whole - start) / part) * 100)}%`;
		const position = [
			share(source.width * cut.focus.x, left, width),
			share(source.height * cut.focus.y, top, height),
		].join(" ");
		return [{ name: cut.name, width, height, widths: source.widths, position }];
	});
	return cuts.length > 0 && cuts.length === cutsOf(slot, value).length ? { ...value, made: cuts } : value;
}
