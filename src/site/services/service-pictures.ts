import type { CSSProperties } from "react";
import { content } from "#site/content/content.tsx";
import { type SlotPicture, slotPicture } from "#site/content/slot-picture.ts";
import { pictures } from "#site/pictures.ts";
import type { ServiceSlug } from "./services.ts";

/** Of the first screen of its page. Ours reaches below the words, which can't be read on just any picture. */
export function bandPicture(slug: ServiceSlug): SlotPicture {
	const { style, ...picture } = slotPicture(content(slug).picture, pictures[`band-${slug}`]);
	return style ? { ...picture, style: { ...style, "--overlap": "-4%", "--above": "2rem" } as CSSProperties } : picture;
}

/** On the home page, and wherever a link to the service is shared. */
export const showcasePicture = (slug: ServiceSlug): SlotPicture =>
	slotPicture(content(slug)["showcase.picture"], pictures[slug]);
