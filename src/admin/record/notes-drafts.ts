/** Unsaved notes: the typed text and the version that it started from. */
export type NotesDraft = { text: string; version: string };

/** Unsaved notes for each row. They stay when their dialog closes, and are cleared when the account signs out. */
export const notesDrafts = new Map<string, NotesDraft>();
