import { z } from "zod";

// Unsaved work is also kept in the browser, so that a crash loses nothing. It is its account's own: When a session has
// ended and someone else signs in, they neither see nor delete it. It goes with 'Log out'.

let owner = "";

/** From now on, stored work is this account's. */
export function openStoredWork(userId: string): void {
	owner = userId;
}

/** Begins the keys of the open account's work of a kind. */
export const storedWorkPrefix = (kind: "post" | "notes"): string => `pilcrow-${kind}-${owner}-`;

const ownKeys = (): string[] => {
	const prefixes = [storedWorkPrefix("post"), storedWorkPrefix("notes")];
	return Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
};

/** What the screen that is open has in hand: it asks for itself before it is left. */
export const keysInHand = new Set<string>();

const otherKeys = () => ownKeys().filter((key) => !keysInHand.has(key));

/** Whether this browser keeps what the account typed and didn't save: elsewhere in this tab, in another one, or in an earlier visit. */
export function hasStoredWork(): boolean {
	try {
		return otherKeys().length > 0;
	} catch {
		return false;
	}
}

const titledSchema = z.object({ draft: z.object({ title: z.string() }) });

/** The titles of the posts among it. */
export function storedTitles(): string[] {
	return otherKeys().flatMap((key) => {
		try {
			const { data } = titledSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? ""));
			return data ? [data.draft.title || "Untitled"] : [];
		} catch {
			return [];
		}
	});
}

export function deleteStoredWork(): void {
	try {
		for (const key of ownKeys()) localStorage.removeItem(key);
	} catch {
		// A browser that stores nothing has nothing to delete.
	}
}
