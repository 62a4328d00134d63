import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { queryClient } from "./query-client.ts";

/** Begins the keys of unsaved work that is stored in the browser, so that a crash loses nothing. */
export const storedWorkPrefix = "pilcrow-post-";

/** Makes sure that the next account doesn't see what this one has read or typed. */
export function clearAccountData(): void {
	queryClient.clear();
	notesDrafts.clear();
	recentPeople.clear();
	try {
		for (const key of Object.keys(localStorage)) if (key.startsWith(storedWorkPrefix)) localStorage.removeItem(key);
	} catch {
		// A browser that stores nothing has nothing to clear.
	}
}
