import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { queryClient } from "./query-client.ts";

/** What one account has read or typed is not shown to the next one. */
export function clearAccountData(): void {
	queryClient.clear();
	notesDrafts.clear();
}
