import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { queryClient } from "./query-client.ts";

/** Makes sure that the next account doesn't see what this one has read or typed. */
export function clearAccountData(): void {
	queryClient.clear();
	notesDrafts.clear();
}
