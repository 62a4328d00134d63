import { notFound } from "#platform/http/http-errors.server.ts";
import type { Bucket, FileStorage } from "./storage.server.ts";

const storedName = /^[\w-]+\.(?:jpe?g|png|webp|avif|gif)$/;

/** Serves a stored picture to anyone who knows its name. @throws {HttpError} 404 */
export async function answerPicture(storage: FileStorage, bucket: Bucket, name: string, cacheControl: string) {
	const file = storedName.test(name) ? await storage.get(bucket, name) : undefined;
	if (!file) throw notFound("This image");
	return new Response(file.body, {
		headers: {
			"Content-Type": file.type,
			"Content-Length": String(file.size),
			"Cache-Control": cacheControl,
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"X-Content-Type-Options": "nosniff",
		},
	});
}
