import { z } from "zod";
import { storedWorkPrefix as prefix } from "#admin/session/clear-account-data.ts";
import { postDraftSchema } from "./post-draft.ts";

// Unsaved changes are stored in the browser, in case it crashes or the tab is closed. They go with 'Log out'.

const localCopySchema = z.object({
	draft: postDraftSchema,
	at: z.iso.datetime(),
	/** Of the post that the changes were made to. */
	version: z.string().optional(),
	/** Of the editing session, which goes on with these changes. */
	session: z.uuid().optional(),
	/** It was being written until now, so the next editor goes on with it without asking. */
	isOpen: z.boolean().optional(),
});
export type LocalCopy = z.infer<typeof localCopySchema>;

/** Keys for copies of new posts, which have no id yet. Each editor has its own. */
const newPrefix = "new";

/** Names the copy of a new post. `lockLocalCopy` marks it as being edited in an open tab. */
export const newCopyName = () => `${newPrefix}-${crypto.randomUUID()}`;

export function readLocalCopy(name: string): LocalCopy | undefined {
	try {
		return localCopySchema.safeParse(JSON.parse(localStorage.getItem(prefix + name) ?? "")).data;
	} catch {
		return undefined;
	}
}

/** If there is no space for it, the editor continues without a copy; the post itself matters more. */
export function writeLocalCopy(name: string, copy: LocalCopy): void {
	try {
		localStorage.setItem(prefix + name, JSON.stringify(copy));
	} catch {
		removeLocalCopy(name);
	}
}

export function removeLocalCopy(name: string): void {
	localStorage.removeItem(prefix + name);
}

/** What was written in a post that is gone: the editor of a new post offers it, or goes on with it, as a draft. */
export function offerInNewPost({ draft, at, isOpen }: LocalCopy): void {
	writeLocalCopy(newCopyName(), { draft: { ...draft, status: "draft" }, at, isOpen });
}

/** Keeps other tabs from offering this copy until the signal aborts or the tab ends, for whatever reason. */
export function lockLocalCopy(name: string, signal: AbortSignal): void {
	const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
	void navigator.locks?.request(prefix + name, () => ended);
}

/** The newest copy of a new post that no open tab is editing. Browsers without locks can't tell: any is offered. */
export async function findLeftCopy(own: string): Promise<(LocalCopy & { name: string }) | undefined> {
	const locked = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
	const left = Object.keys(localStorage)
		.filter((key) => key.startsWith(prefix + newPrefix) && key !== prefix + own && !locked.has(key))
		.flatMap((key) => {
			const name = key.slice(prefix.length);
			const copy = readLocalCopy(name);
			return copy ? [{ ...copy, name }] : [];
		});
	return left.sort((a, b) => b.at.localeCompare(a.at))[0];
}
