import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { type BlogImage, blogImagesTable } from "#features/posts/posts.table.ts";
import { blogImagePath } from "#lib/text/rich-text.ts";
import { checkRoomForFiles } from "#platform/files/disk-space.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import {
	encodePicture,
	type PictureFormat,
	pictureExtensions,
	pictureInput,
	readPicture,
} from "#platform/files/uploaded-picture.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { readUpload, type UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { PictureSize } from "#site/content/values/picture-region.ts";
import { queueImageVariants } from "./image-variants.server.ts";

/** WebP, in which an image gets its variants, allows for no higher one. */
const imageLimits = { megabytes: 15, widestPixels: 2560, highestPixels: 16_383 } as const;
export const imageField = { name: "image", maxBytes: imageLimits.megabytes * 1024 * 1024 } as const;

type Options = {
	/** Throws for a picture that is too small for its place. */
	accept?: (size: PictureSize) => void;
	/** Whether no page shows the whole picture, which then needs no smaller variants. */
	isCut?: boolean;
};

/** Stores the picture that a request of staff has sent. @throws {HttpError} 413, 422, or 507 */
export async function receiveImage(c: Context<AccountEnv>, deps: Deps, options?: Options) {
	const refused = await checkRoomForFiles(deps);
	if (refused) throw refused;
	await using form = await readUpload(c.req.raw, deps.settings, imageField);
	await c.get("checkAccess")?.();
	const { name, width, height } = await storeBlogImage(deps, form.file, options);
	return { url: blogImagePath + name, width, height };
}

/**
 * Stores an upload in the bucket blog-images: turned upright, without its metadata, at most 2560 pixels wide and 16,383
 * high. A job makes its smaller variants later.
 * @throws {HttpError} 413 or 422
 */
async function storeBlogImage(
	{ db, storage, jobs, clock }: Pick<Deps, "db" | "storage" | "jobs" | "clock">,
	upload: UploadedFile | undefined,
	{ accept, isCut = false }: Options = {},
): Promise<BlogImage> {
	const { format, content, name: sentName } = await readPicture(upload, imageField.name, imageLimits.megabytes);
	const { data, info } = await encodePicture(imageField.name, () => upright(content, format));
	// The frames of an animation are one below the other.
	const size = { width: info.width, height: info.pageHeight ?? info.height };
	accept?.(size);
	const named = sentName.split(".").at(-1)?.toLowerCase() ?? "";
	const extensions = pictureExtensions[format];
	const extension = extensions.find((each) => each === named) ?? extensions[0];
	const name = `${clock().getTime()}-${randomBytes(6).toString("hex")}.${extension}`;

	await storage.put("blog-images", name, new Blob([new Uint8Array(data)]));
	return writeRowOfFile(
		() => storage.remove("blog-images", name),
		(write) => db.transaction(write),
		async (tx) => {
			const row = { name, ...size, created_at: clock() };
			const [image] = await tx.insert(blogImagesTable).values(row).returning();
			if (!image) throw new Error("the insert returned no row");
			// An animated picture would not move in its variants.
			if (info.pages === undefined && !isCut) await queueImageVariants(jobs, tx, { name });
			return image;
		},
	);
}

/** Encodes the picture again, which removes anything else that the file contained. */
async function upright(content: Uint8Array, format: PictureFormat) {
	// Loaded with the first picture, because a site that starts has none to process.
	const { default: sharp } = await import("sharp");
	return sharp(content, { ...pictureInput, animated: format === "gif" || format === "webp" })
		.autoOrient()
		.resize({
			width: imageLimits.widestPixels,
			height: imageLimits.highestPixels,
			fit: "inside",
			withoutEnlargement: true,
		})
		.toFormat(format)
		.toBuffer({ resolveWithObject: true });
}
