import { z } from "zod";
import { storedWorkPrefix } from "#admin/session/stored-work.ts";
import { draftContents } from "#features/posts/posts.schema.ts";

// What the server doesn't have yet is in the browser too, in case it crashes, or there is no connection. It goes as soon as
// the server has it, and with 'Log out'. Each window has its own.

const mirrorSchema = z.object({
	draft: draftContents,
	/** The names of the saves that had no answer. */
	unconfirmed: z.array(z.uuid()),
});
export type Mirror = z.infer<typeof mirrorSchema>;

const uuidLength = 36;
const mirrorWindow: string = crypto.randomUUID();
/** Begins the keys of the signed-in account. Whoever signs in meanwhile gets none of it. */
export const mirrorPrefix = () => storedWorkPrefix("post");
const keyOf = (prefix: string, postId: string) => `${prefix}${postId}-${mirrorWindow}`;

/** If there is no space for it, or the browser stores nothing, the editor goes on without. */
export function writeMirror(prefix: string, postId: string, mirror: Mirror | undefined): void {
	try {
		if (mirror) localStorage.setItem(keyOf(prefix, postId), JSON.stringify(mirror));
		else localStorage.removeItem(keyOf(prefix, postId));
	} catch {}
}

function mirrorKeys(postId = ""): string[] {
	try {
		return Object.keys(localStorage).filter((key) => key.startsWith(mirrorPrefix() + postId));
	} catch {
		return [];
	}
}

const readMirror = (key: string) => {
	try {
		return mirrorSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? "")).data;
	} catch {
		return undefined;
	}
};

/** What a window has left of a post, to go on with it in this one. */
export function takeMirror(postId: string): Mirror | undefined {
	for (const key of mirrorKeys(postId)) {
		const mirror = readMirror(key);
		if (!mirror) continue;
		localStorage.removeItem(key);
		writeMirror(mirrorPrefix(), postId, mirror);
		return mirror;
	}
	return undefined;
}

/** The posts of which this browser has something that the server doesn't. */
export const mirroredPosts = (): { post_id: string; title: string }[] =>
	mirrorKeys().flatMap((key) => {
		const mirror = readMirror(key);
		const post_id = key.slice(mirrorPrefix().length).slice(0, uuidLength);
		return mirror ? [{ post_id, title: mirror.draft.fields.title ?? "" }] : [];
	});
