import { ApiError, api, authorizedFetch } from "#admin/session/api-client.ts";
import { tellFailure } from "#admin/session/query-client.ts";
import type { Attachment, ThreadOf } from "#features/threads/desk/conversation-query.ts";

/** Stores files for a draft, which names them at its next save. @returns why one was refused */
export async function storeFiles(
	{ table, id }: ThreadOf,
	chosen: readonly File[],
	onStored: (file: Attachment) => void,
): Promise<string | undefined> {
	let refusal: string | undefined;
	for (const file of chosen) {
		const body = new FormData();
		body.append("file", file);
		try {
			const response = await authorizedFetch(`/api/threads/${table}/${id}/attachments`, { method: "POST", body });
			onStored((await response.json()) as Attachment);
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			const refused = error instanceof ApiError && error.fields.file;
			if (refused) refusal = `${file.name}: ${refused}`;
			else tellFailure(error, "Failed to attach the file");
		}
	}
	return refusal;
}

/** A file that can't be removed now is removed by the hourly cleanup. */
export function removeStoredFile({ id }: Attachment): void {
	api.api["thread-attachments"][":id"].$delete({ param: { id } }).catch(() => undefined);
}
