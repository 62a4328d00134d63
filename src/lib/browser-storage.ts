// What this browser keeps for the site. One whose owner blocks cookies throws at the very mention of its storage.

/** Null also where the browser refuses. */
export function readStored(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** @param value null removes it. @returns whether the browser keeps it: it may refuse, or have no room */
export function store(key: string, value: string | null): boolean {
	try {
		if (value === null) localStorage.removeItem(key);
		else localStorage.setItem(key, value);
		return true;
	} catch {
		return false;
	}
}

/** Whether the browser keeps nothing for this site, so that no one stays signed in. */
export const isStorageBlocked = (): boolean => !store("pilcrow-storage", "") || !store("pilcrow-storage", null);
