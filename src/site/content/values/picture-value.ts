import type { PictureName } from "#site/pictures.ts";
import type { FocusPoint } from "./picture-region.ts";

type Ratio = readonly [width: number, height: number];

/** Where a page shows a picture that a firm may replace. Its ratios are as lasting as its field's id: pictures are cut to them. */
export type Slot = {
	/** The project's own picture. */
	original: PictureName;
	ratio: Ratio;
	/** In narrow windows, where the page shows another part of it. */
	narrow?: Ratio;
	/** In pixels: the least that looks sharp. */
	width: number;
};

/** What a page needs to show an uploaded picture. */
export type MadeCut = { name: string; width: number; height: number; widths: readonly number[]; position: string };

/** Its keys are in the order in which the database returns them, because values are compared as JSON. */
export type PictureValue = {
	alt: string;
	focus: FocusPoint;
	/** The name of an uploaded picture; null for the project's own. */
	image: string | null;
	/** Never stored: how the site shows it, as soon as it has been cut for each ratio of its slot. */
	made?: readonly MadeCut[];
};

export const isPicture = (value: unknown): value is PictureValue =>
	typeof value === "object" && value !== null && "image" in value;
