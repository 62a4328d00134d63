import { contentDisposition } from "#lib/text/content-disposition.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import type { Bucket, FileStorage } from "./storage.server.ts";

const pictureName = /^[\w-]+\.(?:jpe?g|png|webp|avif|gif)$/;

/** Serves a stored picture to anyone who knows its name. @throws {HttpError} 404 */
export async function answerPicture(storage: FileStorage, bucket: Bucket, name: string, cacheControl: string) {
	return answerFile(storage, bucket, pictureName.test(name) && name, "This image", { "cache-control": cacheControl });
}

type Download = {
	/** The name that it is saved under. */
	name: string;
	/** By its stored name, if none is given. */
	type?: string;
};

/** Serves a stored file for saving, to no one but the caller. @throws {HttpError} 404, also for a row without a file */
export const answerDownload = (
	storage: FileStorage,
	bucket: Bucket,
	file: string | null | undefined,
	what: string,
	{ name, type }: Download,
): Promise<Response> =>
	answerFile(storage, bucket, file, what, {
		"content-disposition": contentDisposition("attachment", name),
		"cache-control": "private, no-store",
		...(type && { "content-type": type }),
	});

/** Whatever a file contains, no browser shows it as a page of this site. */
async function answerFile(
	storage: FileStorage,
	bucket: Bucket,
	file: string | null | undefined | false,
	what: string,
	headers: Record<string, string>,
): Promise<Response> {
	const stored = file ? await storage.get(bucket, file) : undefined;
	if (!stored) throw notFound(what);
	return new Response(stored.body, {
		headers: {
			"content-type": stored.type,
			"content-length": String(stored.size),
			"content-security-policy": "sandbox; default-src 'none'",
			"x-content-type-options": "nosniff",
			...headers,
		},
	});
}

/** The file that a row names, if it names one. */
export async function removeFile(storage: FileStorage, bucket: Bucket, name: string | null): Promise<void> {
	if (name) await storage.remove(bucket, name);
}
