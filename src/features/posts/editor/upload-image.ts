import { z } from "zod";
import { authorizedFetch } from "#admin/session/api-client.ts";
import { toast } from "#ui/toast.ts";

const answerSchema = z.object({ url: z.string() });

/** Stores a picture and reports the result. @returns its public address; rejects if it was not stored */
export async function uploadImage(file: File): Promise<string> {
	try {
		const body = new FormData();
		body.set("image", file);
		const response = await authorizedFetch("/api/posts/images", { method: "POST", body });
		const { url } = answerSchema.parse(await response.json());
		toast({ title: "Image Uploaded", tone: "success" });
		return url;
	} catch (error) {
		// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
		console.error(error);
		toast({ title: "Upload Error", description: "Failed to upload image", tone: "destructive" });
		throw error;
	}
}
