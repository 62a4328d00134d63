import { z } from "zod";
import { postDraftSchema } from "./post-draft.ts";

// Unsaved changes lie in the browser, for a crash or a closed tab.

const localCopySchema = z.object({ draft: postDraftSchema, at: z.iso.datetime() });
export type LocalCopy = z.infer<typeof localCopySchema>;

const keyOf = (postId: string | undefined) => `pilcrow-post-${postId ?? "new"}`;

export function readLocalCopy(postId: string | undefined): LocalCopy | undefined {
	try {
		return localCopySchema.safeParse(JSON.parse(localStorage.getItem(keyOf(postId)) ?? "")).data;
	} catch {
		return undefined;
	}
}

/** Without room for it the editor goes on without a copy: the post itself is what matters. */
export function writeLocalCopy(postId: string | undefined, copy: LocalCopy): void {
	try {
		localStorage.setItem(keyOf(postId), JSON.stringify(copy));
	} catch {
		removeLocalCopy(postId);
	}
}

export function removeLocalCopy(postId: string | undefined): void {
	localStorage.removeItem(keyOf(postId));
}
