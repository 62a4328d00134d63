import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { queryClient } from "./query-client.ts";

/** Makes sure that the next account doesn't see what this one has read or typed. */
export function clearAccountData(): void {
	queryClient.clear();
	notesDrafts.forget();
	recentPeople.clear();
}
