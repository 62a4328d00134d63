import { authorizedFetch } from "#admin/session/api-client.ts";

export async function fetchResume(applicationId: string, signal?: AbortSignal): Promise<Blob> {
	const response = await authorizedFetch(`/api/applications/${applicationId}/resume`, signal && { signal });
	return response.blob();
}
