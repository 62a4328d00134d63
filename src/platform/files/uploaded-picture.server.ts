import { fileTypeFromBlob } from "file-type";
import { type HttpError, invalidInput, tooLarge } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";

/** The accepted formats with their file extensions, of which the first also names the format's signature. */
export const pictureExtensions = {
	jpeg: ["jpg", "jpeg"],
	png: ["png"],
	webp: ["webp"],
	avif: ["avif"],
	gif: ["gif"],
} as const;
export type PictureFormat = keyof typeof pictureExtensions;
const formats = ["jpeg", "png", "webp", "avif", "gif"] as const satisfies PictureFormat[];

/** How sharp reads an upload. A decoder's mere warning is no reason to refuse what browsers show; a cut-off file is. */
export const pictureInput = { limitInputPixels: 60_000_000, failOn: "error" } as const;

const notAPicture = (field: string): HttpError =>
	invalidInput({ [field]: "Please choose a JPEG, PNG, WebP, AVIF, or GIF image." });

/**
 * Detects the format by the first bytes, because a file name can't be trusted.
 * @throws {HttpError} 413 or 422
 */
export async function readPicture(
	upload: UploadedFile | undefined,
	field: string,
	megabytes: number,
): Promise<{ format: PictureFormat; content: Uint8Array<ArrayBuffer>; name: string }> {
	if (!upload) throw notAPicture(field);
	if (upload.truncated) throw tooLarge(`${megabytes} MB`);
	const signature = (await fileTypeFromBlob(upload.content))?.ext;
	const format = formats.find((each) => pictureExtensions[each][0] === signature);
	if (!format) throw notAPicture(field);
	return { format, content: await upload.content.bytes(), name: upload.name };
}

/** Runs sharp on an uploaded picture. @throws {HttpError} 413 or 422 if sharp refuses it */
export async function encodePicture<T>(field: string, encode: () => Promise<T>): Promise<T> {
	try {
		return await encode();
	} catch (error) {
		if (error instanceof Error && /pixel limit/.test(error.message)) throw tooLarge("60 million pixels");
		throw invalidInput({ [field]: "This image is damaged. Please choose another one." });
	}
}
