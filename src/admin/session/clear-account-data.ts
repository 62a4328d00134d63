import { notesDrafts, notesPrefix } from "#admin/record/notes-drafts.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { queryClient } from "./query-client.ts";

/** Begins the keys of unsaved work that is stored in the browser, so that a crash loses nothing. */
export const storedWorkPrefix = "pilcrow-post-";

/** Whether this browser keeps what was typed and not saved: in this tab, in another one, or in an earlier visit. */
export function hasUnsavedWork(): boolean {
	try {
		return Object.keys(localStorage).some((key) => key.startsWith(storedWorkPrefix) || key.startsWith(notesPrefix));
	} catch {
		return false;
	}
}

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
