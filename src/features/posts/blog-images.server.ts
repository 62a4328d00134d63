import { randomBytes } from "node:crypto";
import { fileTypeFromBlob } from "file-type";
import { blogImagePath } from "#lib/rich-text.ts";
import type { Deps } from "#platform/deps.server.ts";
import { writeRowOfFile } from "#platform/file-row.server.ts";
import { invalidInput, tooLarge } from "#platform/http-errors.server.ts";
import type { UploadedFile } from "#platform/upload.server.ts";
import { queueImageVariants } from "./image-variants.server.ts";
import { type BlogImage, blogImagesTable } from "./posts.table.ts";

export const imageLimits = { megabytes: 15, pixels: 60_000_000, widestPixels: 2560 } as const;
export const imageField = { name: "image", maxBytes: imageLimits.megabytes * 1024 * 1024 } as const;

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";

/** The formats that we take, with the extensions that a file of each may have; the first is also the name of its signature. */
const extensions: Record<Format, readonly [string, ...string[]]> = {
	jpeg: ["jpg", "jpeg"],
	png: ["png"],
	webp: ["webp"],
	avif: ["avif"],
	gif: ["gif"],
};
const formats = Object.keys(extensions) as Format[];

const notAnImage = () => invalidInput({ image: "Please choose an image: JPEG, PNG, WebP, AVIF or GIF." });

/**
 * Keeps an upload in the bucket blog-images: turned upright, without its metadata, at most 2560 pixels wide. Its
 * smaller variants are made later, by a job.
 * @throws {HttpError} 413 or 422
 */
export async function storeBlogImage(
	{ db, storage, jobs, clock }: Pick<Deps, "db" | "storage" | "jobs" | "clock">,
	upload: UploadedFile | undefined,
): Promise<BlogImage> {
	if (!upload) throw notAnImage();
	if (upload.truncated) throw tooLarge(`${imageLimits.megabytes} MB`);
	const signature = (await fileTypeFromBlob(upload.content))?.ext;
	const format = formats.find((each) => extensions[each][0] === signature);
	if (!format) throw notAnImage();
	const { data, info } = await upright(await upload.content.bytes(), format);
	const named = upload.name.split(".").at(-1)?.toLowerCase() ?? "";
	const extension = extensions[format].find((each) => each === named) ?? extensions[format][0];
	const name = `${clock().getTime()}-${randomBytes(6).toString("hex")}.${extension}`;

	await storage.put("blog-images", name, new Blob([new Uint8Array(data)]));
	return writeRowOfFile(
		() => storage.remove("blog-images", name),
		(write) => db.transaction(write),
		async (tx) => {
			const row = { name, width: info.width, height: info.height, created_at: clock() };
			const [image] = await tx.insert(blogImagesTable).values(row).returning();
			if (!image) throw new Error("the insert returned no row");
			// A moving picture would stand still in its variants.
			if (format !== "gif") await queueImageVariants(jobs, tx, name);
			return image;
		},
	);
}

/** Encoded anew, which leaves out whatever else the file carried. */
async function upright(content: Uint8Array, format: Format) {
	// Loaded with the first picture: a site that starts has none to make.
	const { default: sharp } = await import("sharp");
	const image = sharp(content, { limitInputPixels: imageLimits.pixels, animated: format === "gif" });
	try {
		return await image
			.autoOrient()
			.resize({ width: imageLimits.widestPixels, withoutEnlargement: true })
			.toFormat(format)
			.toBuffer({ resolveWithObject: true });
	} catch (error) {
		if (error instanceof Error && /pixel limit/.test(error.message)) throw tooLarge("60 million pixels");
		throw notAnImage();
	}
}

/** What leaves the server. */
export const presentBlogImage = ({ name, width, height }: BlogImage) => ({ url: blogImagePath + name, width, height });
