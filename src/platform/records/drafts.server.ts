type Stamp = { version: number; writer: string | null; n: number };

/**
 * Whether a draft takes the place of the stored one. The same window may overwrite what it has stored, in the order of its
 * numbers: What was held up on its way is ignored. Any other window has to name the version that it has read.
 */
export function judgeDraft(stored: Stamp | undefined, draft: Stamp): "stored" | "ignored" | "refused" {
	if (!stored) return draft.version === 0 ? "stored" : "refused";
	if (draft.writer !== null && draft.writer === stored.writer) return draft.n > stored.n ? "stored" : "ignored";
	return draft.version === stored.version ? "stored" : "refused";
}
