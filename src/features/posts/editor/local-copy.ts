import { z } from "zod";
import { storedWorkPrefix } from "#admin/session/stored-work.ts";
import { postDraftSchema, unconfirmedActions } from "./post-draft.ts";

// Unsaved changes are stored in the browser, in case it crashes or the tab is closed. They go with 'Log out'.

const localCopySchema = z.object({
	draft: postDraftSchema,
	at: z.iso.datetime(),
	/** Of the post that the changes were made to. */
	version: z.string().optional(),
	/** What that post was for readers. */
	before: postDraftSchema.pick({ status: true, published_at: true }).optional(),
	/** What had no answer when it was left. */
	unconfirmed: z.enum(unconfirmedActions).optional(),
	/** Of the editing session, which goes on with these changes. */
	session: z.uuid().optional(),
	/** It was being written until now, so the next editor goes on with it without asking. */
	isOpen: z.boolean().optional(),
	/** The post that it was written in is gone. */
	isOfGone: z.boolean().optional(),
});
export type LocalCopy = z.infer<typeof localCopySchema>;

/** Begins the keys of the account's copies. */
export const copiesPrefix = () => storedWorkPrefix("post");

/** Begins the keys of the copies of a post, or of new posts, which have no id yet. */
const prefixOf = (postId: string | undefined, prefix = copiesPrefix()) => prefix + (postId ?? "new");

/** The key of an editor's own copy. `holdWhileOpen` marks it as being edited in an open tab. */
export const copyKey = (postId: string | undefined, editor: string, prefix?: string) =>
	`${prefixOf(postId, prefix)}-${editor}`;

function readLocalCopy(key: string): LocalCopy | undefined {
	try {
		return localCopySchema.safeParse(JSON.parse(localStorage.getItem(key) ?? "")).data;
	} catch {
		return undefined;
	}
}

/** If there is no space for it, the editor continues without a copy; the post itself matters more. */
export function writeLocalCopy(key: string, copy: LocalCopy): void {
	try {
		localStorage.setItem(key, JSON.stringify(copy));
	} catch {
		removeLocalCopy(key);
	}
}

export function removeLocalCopy(key: string): void {
	localStorage.removeItem(key);
}

/** What was written in a post that is gone: the editor of a new post offers it, or goes on with it, as a draft. */
export function offerInNewPost({ draft, at, isOpen }: LocalCopy): void {
	const copy = { draft: { ...draft, status: "draft" as const }, at, isOpen, isOfGone: true };
	writeLocalCopy(copyKey(undefined, crypto.randomUUID()), copy);
}

/** In the same way, what this browser still has of a post that is gone. @returns whether there is anything */
export async function offerLeftInNewPost(postId: string): Promise<boolean> {
	const left = await findLeftCopies(postId);
	for (const { key, draft, at } of left) {
		// First, as there may be no room for both.
		removeLocalCopy(key);
		offerInNewPost({ draft, at });
	}
	return left.length > 0;
}

/** Offers in new posts what was written in posts that are gone. Nothing else leads there any longer. */
export async function offerCopiesOfGone(isGone: (postId: string) => Promise<boolean>): Promise<void> {
	const prefix = copiesPrefix();
	const ids = Object.keys(localStorage)
		.filter((key) => key.startsWith(prefix))
		.map((key) => key.slice(prefix.length, prefix.length + uuidLength))
		.filter((id) => z.uuid().safeParse(id).success);
	for (const id of new Set(ids)) {
		if (await isGone(id)) await offerLeftInNewPost(id);
	}
}

/**
 * What the server has saved of new posts after all, though the answer was lost, isn't new: it is offered in the post.
 * @param savedIn what an editing session has saved
 * @returns these posts
 */
export async function offerInSaved<Saved extends { id: string; version: string }>(
	savedIn: (session: string) => Promise<Saved | null>,
): Promise<Saved[]> {
	const posts: Saved[] = [];
	for (const { key, ...copy } of await findLeftCopies(undefined)) {
		const saved = copy.unconfirmed && copy.session && (await savedIn(copy.session));
		if (!saved) continue;
		removeLocalCopy(key);
		writeLocalCopy(copyKey(saved.id, crypto.randomUUID()), { ...copy, version: saved.version });
		posts.push(saved);
	}
	return posts;
}

const uuidLength = 36;

/** Tells other tabs that this copy or session is being edited, until the signal aborts or the tab ends, for whatever reason. */
export function holdWhileOpen(key: string, signal: AbortSignal): void {
	const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
	void navigator.locks?.request(key, () => ended);
}

/** What open tabs hold. Browsers without locks can't tell: nothing. */
const heldKeys = async (): Promise<Set<string | undefined>> =>
	new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));

export const sessionKey = (session: string) => `${copiesPrefix()}session-${session}`;

/** Two open editors are two sessions. */
export const isSessionOpen = async (session: string): Promise<boolean> => (await heldKeys()).has(sessionKey(session));

export type LeftCopy = LocalCopy & { key: string };

/** The copies of a post, or of new ones, that no open tab is editing, the newest first. */
export async function findLeftCopies(postId: string | undefined): Promise<LeftCopy[]> {
	const held = await heldKeys();
	const prefix = prefixOf(postId);
	const left = Object.keys(localStorage)
		.filter((key) => key.startsWith(prefix) && !held.has(key))
		.flatMap((key) => {
			const copy = readLocalCopy(key);
			return copy ? [{ ...copy, key }] : [];
		});
	return left.sort((a, b) => b.at.localeCompare(a.at));
}
