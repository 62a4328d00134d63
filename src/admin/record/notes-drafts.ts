/** Unsaved notes: what was typed, and the version that it began from. */
export type NotesDraft = { text: string; version: string };

/** By row: unsaved notes survive the closing of their dialog, and end with the account that wrote them. */
export const notesDrafts = new Map<string, NotesDraft>();
