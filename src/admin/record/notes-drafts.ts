import { z } from "zod";
import { createStore, useStore } from "#admin/session/store.ts";
import { storedWorkPrefix } from "#admin/session/stored-work.ts";

/** Unsaved notes: the typed text and the version that it started from. */
export type NotesDraft = z.infer<typeof draftSchema>;
const draftSchema = z.object({ text: z.string(), version: z.string() });

const keyOf = (id: string) => storedWorkPrefix("notes") + id;

const drafts = new Map<string, NotesDraft>();
/** Says that a draft has changed. */
const changes = createStore(undefined);

/** Unsaved notes of rows. They outlast the dialog and the page, and are cleared when the account signs out. */
export const notesDrafts = {
	get: (id: string): NotesDraft | undefined => drafts.get(id) ?? readStored(id),
	set(id: string, draft: NotesDraft): void {
		drafts.set(id, draft);
		store((storage) => storage.setItem(keyOf(id), JSON.stringify(draft)));
		changes.set(undefined);
	},
	delete(id: string): void {
		drafts.delete(id);
		store((storage) => storage.removeItem(keyOf(id)));
		changes.set(undefined);
	},
	/** What is stored stays. */
	forget(): void {
		drafts.clear();
		changes.set(undefined);
	},
};

/** Whether a row has unsaved notes. */
export const useHasDraft = (id: string): boolean => useStore(changes, () => notesDrafts.get(id) !== undefined);

function readStored(id: string): NotesDraft | undefined {
	let draft: NotesDraft | undefined;
	store((storage) => {
		draft = draftSchema.safeParse(JSON.parse(storage.getItem(keyOf(id)) ?? "null")).data;
	});
	if (draft) drafts.set(id, draft);
	return draft;
}

/** A browser that stores nothing keeps drafts for as long as the page is open. */
function store(use: (storage: Storage) => void): void {
	try {
		use(localStorage);
	} catch {}
}
