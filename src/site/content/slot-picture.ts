import { blogImagePath } from "#lib/text/rich-text.ts";
import type { PictureProps } from "#ui/picture.tsx";
import { fallbackWidth } from "./values/picture-region.ts";
import type { MadeCut, PictureValue } from "./values/picture-value.ts";

type OwnPicture = Pick<PictureProps, "sources" | "crop">;
export type SlotPicture = OwnPicture & Pick<PictureProps, "alt" | "style">;

/** What a page shows: the picture that was published for this place, or the project's own. */
export function slotPicture({ alt, made }: PictureValue, own: OwnPicture): SlotPicture {
	const [whole, narrow] = made ?? [];
	if (!whole) return { ...own, alt };
	return {
		sources: sourcesOf(whole),
		...(own.crop && narrow && { crop: { ...own.crop, sources: sourcesOf(narrow) } }),
		alt,
		// Where its frame is narrower or lower than the cut, the focus stays in sight.
		style: { objectPosition: whole.position },
	};
}

function sourcesOf({ name, width, height, widths }: MadeCut): PictureProps["sources"] {
	const address = (each: number, format: string) => `${blogImagePath}${name}-w${each}.${format}`;
	const fallback = fallbackWidth(widths);
	return {
		sources: { avif: widths.map((each) => `${address(each, "avif")} ${each}w`).join(", ") },
		img: { src: address(fallback, "jpeg"), w: fallback, h: Math.round((fallback * height) / width) },
	};
}
