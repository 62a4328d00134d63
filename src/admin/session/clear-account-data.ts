import { endLastChanges } from "#admin/lists/last-change.ts";
import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { queryClient } from "./query-client.ts";

/** Makes sure that the next account doesn't see what this one has read or typed, nor undoes what it has changed. */
export function clearAccountData(): void {
	queryClient.clear();
	endLastChanges();
	notesDrafts.forget();
	recentPeople.clear();
}
