import { z } from "zod";

// Unsaved work is also kept in the browser, so that a crash loses nothing. It is its account's own: When a session has
// ended and someone else signs in, they neither see nor delete it. It goes with 'Log out'.

let owner = "";

/** From now on, stored work is this account's. */
export function openStoredWork(userId: string): void {
	owner = userId;
}

/** The account that is signed in. */
export const workOwner = (): string => owner;

/** Begins the keys of the open account's work of a kind. */
export const storedWorkPrefix = (kind: "post" | "notes" | "site"): string => `pilcrow-${kind}-${owner}-`;

const ownKeys = (): string[] => {
	const prefixes = [storedWorkPrefix("post"), storedWorkPrefix("notes"), storedWorkPrefix("site")];
	return Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
};

/** Whether this browser keeps what the account typed and the server doesn't have. */
export function hasStoredWork(): boolean {
	try {
		return ownKeys().length > 0;
	} catch {
		return false;
	}
}

const titledSchema = z.object({ draft: z.object({ fields: z.object({ title: z.string().optional() }) }) });

/** The titles of the posts among it. */
export function storedTitles(): string[] {
	return ownKeys().flatMap((key) => {
		try {
			const { data } = titledSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? ""));
			return data ? [data.draft.fields.title || "Untitled"] : [];
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
