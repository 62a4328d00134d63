import { inArray } from "drizzle-orm";
import { variantFormats, variantName } from "#features/images/image-variants.server.ts";
import { uploadedImageName } from "#features/posts/post-content.server.ts";
import { blogImagesTable } from "#features/posts/posts.table.ts";
import { blogImagePath } from "#lib/text/rich-text.ts";
import type { Database } from "#platform/database/database.server.ts";

/** A picture as an `<img>` with sources in better formats. */
export type PostPicture = {
	src: string;
	width?: number;
	height?: number;
	sources: { type: string; srcSet: string }[];
};

/** What is known of these addresses. The project's own pictures, and those without variants yet, have no sources. */
export async function findPictures(db: Database, addresses: (string | null)[]): Promise<Map<string, PostPicture>> {
	const names = addresses.map(uploadedImageName).filter((name) => name !== undefined);
	const images =
		names.length > 0 ? await db.select().from(blogImagesTable).where(inArray(blogImagesTable.name, names)) : [];
	return new Map(
		images.map(({ name, width, height, variant_widths }) => {
			const src = blogImagePath + name;
			const srcSet = (format: string) =>
				variant_widths.map((each) => `${blogImagePath}${variantName(name, each, format)} ${each}w`).join(", ");
			const formats = variant_widths.length > 0 ? variantFormats : [];
			return [
				src,
				{ src, width, height, sources: formats.map((each) => ({ type: `image/${each}`, srcSet: srcSet(each) })) },
			];
		}),
	);
}

const image = /<img src="([^"<>]+)"[^<>]*\/>/g;

/** Addresses of the pictures in sanitized content. */
export const picturesIn = (html: string): string[] => [...html.matchAll(image)].map(([, src = ""]) => src);

/** Adds sources in better formats to the pictures of sanitized content, and loads each picture only when it is near. */
export function withResponsivePictures(
	html: string,
	pictures: ReadonlyMap<string, PostPicture>,
	sizes: string,
): string {
	return html.replace(image, (tag, src: string) => {
		const picture = pictures.get(src);
		const size = picture && !/ width="/.test(tag) ? ` width="${picture.width}" height="${picture.height}"` : "";
		const img = tag.replace("<img ", `<img loading="lazy" decoding="async"${size} `);
		const sources = (picture?.sources ?? [])
			.map(({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="${sizes}" />`)
			.join("");
		return sources ? `<picture>${sources}${img}</picture>` : img;
	});
}
