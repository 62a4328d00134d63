import { useSyncExternalStore } from "react";

/** Unsaved notes: the typed text and the version that it started from. */
export type NotesDraft = { text: string; version: string };

const prefix = "pilcrow-notes-";

const drafts = new Map<string, NotesDraft>();
const listeners = new Set<() => void>();

/**
 * Unsaved notes for each row. They stay when their dialog closes or the page is loaded again, and are cleared when the
 * account signs out.
 */
export const notesDrafts = {
	get: (id: string): NotesDraft | undefined => drafts.get(id) ?? readStored(id),
	set(id: string, draft: NotesDraft): void {
		drafts.set(id, draft);
		store((storage) => storage.setItem(prefix + id, JSON.stringify(draft)));
		tell();
	},
	delete(id: string): void {
		drafts.delete(id);
		store((storage) => storage.removeItem(prefix + id));
		tell();
	},
	clear(): void {
		drafts.clear();
		store((storage) => {
			for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
		});
		tell();
	},
};

/** Whether a row has unsaved notes. */
export const useHasDraft = (id: string): boolean =>
	useSyncExternalStore(
		subscribe,
		() => notesDrafts.get(id) !== undefined,
		() => false,
	);

function readStored(id: string): NotesDraft | undefined {
	let draft: NotesDraft | undefined;
	store((storage) => {
		const stored: unknown = JSON.parse(storage.getItem(prefix + id) ?? "null");
		if (isDraft(stored)) draft = stored;
	});
	if (draft) drafts.set(id, draft);
	return draft;
}

const isDraft = (stored: unknown): stored is NotesDraft =>
	typeof stored === "object" &&
	stored !== null &&
	"text" in stored &&
	typeof stored.text === "string" &&
	"version" in stored &&
	typeof stored.version === "string";

/** A browser that stores nothing keeps drafts for as long as the page is open. */
function store(use: (storage: Storage) => void): void {
	try {
		use(localStorage);
	} catch {}
}

function tell(): void {
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
