import { useState } from "react";
import { z } from "zod";
import { ApiError, authorizedFetch } from "#admin/session/api-client.ts";
import { toast } from "#ui/toast.ts";

const answerSchema = z.object({ url: z.string() });

const failed = "Failed to upload image";

/**
 * Stores a picture and reports the result, unless it is given up meanwhile.
 * @returns its public address; rejects with an Error that says why it was not stored
 */
export async function uploadImage(file: File, signal?: AbortSignal, address = "/api/posts/images"): Promise<string> {
	try {
		const body = new FormData();
		body.set("image", file);
		const response = await authorizedFetch(address, { method: "POST", body, signal: signal ?? null });
		const { url } = answerSchema.parse(await response.json());
		toast({ title: "Image Uploaded", tone: "success" });
		return url;
	} catch (error) {
		if (signal?.aborted) throw error;
		// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
		console.error(error);
		// What is wrong with the file itself stands at its field; a limit is also said here (decisions).
		const isLimit = error instanceof ApiError && (error.status === 413 || error.status === 429);
		toast({ title: "Upload Error", description: isLimit ? error.message : failed, tone: "destructive" });
		throw new Error(error instanceof ApiError ? (error.fields.image ?? error.message) : `${failed}.`);
	}
}

/** Until a picture of the post is there, nothing is saved, so that it isn't published without. */
export function useUploads() {
	const [uploads, setUploads] = useState(0);
	async function waitForUpload<T>(upload: Promise<T>): Promise<T> {
		setUploads((count) => count + 1);
		try {
			return await upload;
		} finally {
			setUploads((count) => count - 1);
		}
	}
	return { isUploading: uploads > 0, waitForUpload };
}
