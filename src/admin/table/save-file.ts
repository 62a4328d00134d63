import { authorizedFetch } from "#admin/session/api-client.ts";
import { toast } from "#ui/toast.ts";

/** Lets the browser save a file that was made or fetched here. */
export function saveFile(content: Blob, filename: string): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = url;
	link.download = filename;
	link.click();
	// The click has started the download when this task ends, so the address can be released.
	setTimeout(() => URL.revokeObjectURL(url));
}

/** Saves what a session is needed for, which a plain link would not carry. */
export async function download(path: string, filename: string, failure: string): Promise<void> {
	try {
		const response = await authorizedFetch(path);
		saveFile(await response.blob(), filename);
	} catch {
		toast({ title: "Error", description: failure, tone: "destructive" });
	}
}
