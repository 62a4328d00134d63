import { parseResponse } from "hono/client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, answerDeadline, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { keysInHand } from "#admin/session/stored-work.ts";
import { newestPostQuery } from "#features/posts/post-query.ts";
import { toast } from "#ui/toast.ts";
import {
	copiesPrefix,
	copyKey,
	findLeftCopies,
	holdWhileOpen,
	type LeftCopy,
	offerCopiesOfGone,
	offerInSaved,
	removeLocalCopy,
	sessionKey,
	writeLocalCopy,
} from "./local-copy.ts";
import { isSameDraft, type PostDraft, type Unconfirmed } from "./post-draft.ts";
import { savedAfterAll } from "./save-texts.ts";

const isGone = (postId: string): Promise<boolean> =>
	queryClient.fetchQuery(newestPostQuery(postId)).then(
		() => false,
		(error) => error instanceof ApiError && error.status === 404,
	);

/** Null if that can't be found out, either. */
const savedIn = (session: string) =>
	parseResponse(
		api.api.posts.sessions[":session"].$get({ param: { session } }, { init: { signal: answerDeadline() } }),
	).then(
		({ saved }) => saved,
		() => null,
	);

/** Saves after a pause in typing, or at the latest after this time. */
const writeAfterMs = 400;
const writeAtLatestMs = 2000;

/**
 * Keeps unsaved changes in the browser, and offers those of an earlier visit, which stay until the author decides. Each
 * editor has its own copy, so that two tabs with the same post are kept apart.
 */
export function useLocalCopy(
	post: { id: string; version: string } | undefined,
	draft: PostDraft,
	saved: PostDraft,
	session: string,
	unconfirmed: Unconfirmed | undefined,
) {
	const { id: postId, version } = post ?? {};
	// Whoever signs in meanwhile gets none of it.
	const [prefix] = useState(copiesPrefix);
	const [editor] = useState(() => crypto.randomUUID() as string);
	const key = copyKey(postId, editor, prefix);
	const [offered, setOffered] = useState<LeftCopy>();
	const dirty = !isSameDraft(draft, saved);
	const { status, published_at } = saved;
	const latest = useRef<(() => void) | undefined>(undefined);
	const unsettled = useRef<AbortController>(undefined);
	/** What no longer counts, until something else is typed. */
	const forgotten = useRef<{ key: string; draft: PostDraft }>(undefined);
	const formerKey = useRef(key);
	const unwrittenSince = useRef<number>(undefined);

	/** If the post is out by now, publishing it was done though the answer was lost, and only saving is left to be confirmed. */
	function settled(copy: LeftCopy): LeftCopy {
		const wasToGoOut = copy.unconfirmed === "Publishing" || copy.unconfirmed === "Scheduling";
		const wasOut = copy.before?.status === "published" && published_at === copy.before.published_at;
		if (!wasToGoOut || status !== "published" || wasOut) return copy;
		const before = { status, published_at };
		return { ...copy, draft: { ...copy.draft, ...before }, before, unconfirmed: "Saving" };
	}

	/** What says the same as the post needs no offer. What is typed by then is not to be replaced: the next opening offers it. */
	const offerFirst = useEffectEvent((copies: LeftCopy[]) => {
		const left = copies.map(settled);
		const isStored = (copy: LeftCopy) => isSameDraft(copy.draft, saved);
		for (const copy of left.filter(isStored)) removeLocalCopy(copy.key);
		const first = left.find((copy) => !isStored(copy));
		if (!dirty) setOffered(first);
		return first !== undefined;
	});

	useEffect(() => {
		const editing = new AbortController();
		holdWhileOpen(key, editing.signal);
		keysInHand.add(key);
		async function offer(): Promise<boolean> {
			const left = await findLeftCopies(postId);
			return editing.signal.aborted || offerFirst(left.filter((copy) => copy.key !== key));
		}
		async function tellSaved(): Promise<void> {
			for (const post of await offerInSaved(savedIn)) toast(savedAfterAll(post));
		}
		void (postId ? offer() : tellSaved().then(offer)).then(async (isOffered) => {
			if (postId || isOffered) return;
			await offerCopiesOfGone(isGone);
			await offer();
		});
		return () => {
			keysInHand.delete(key);
			editing.abort();
		};
	}, [postId, key]);

	useEffect(() => {
		const editing = new AbortController();
		holdWhileOpen(sessionKey(session), editing.signal);
		return () => editing.abort();
	}, [session]);

	// A new post has its own key from the first save on.
	useEffect(() => {
		if (formerKey.current !== key) removeLocalCopy(formerKey.current);
		formerKey.current = key;
	}, [key]);

	const copyNow = (unconfirmed: Unconfirmed | undefined) => {
		const before = { status, published_at };
		writeLocalCopy(key, { draft, at: new Date().toISOString(), version, before, unconfirmed, session });
	};

	// biome-ignore lint/correctness/useExhaustiveDependencies: what `copyNow` writes is named by its parts
	useEffect(() => {
		if (offered) return;
		const write = () => {
			latest.current = undefined;
			unwrittenSince.current = undefined;
			if (key === forgotten.current?.key && draft === forgotten.current.draft) return;
			if (dirty) copyNow(unconfirmed);
			else removeLocalCopy(key);
		};
		latest.current = write;
		unwrittenSince.current ??= Date.now();
		const left = unwrittenSince.current + writeAtLatestMs - Date.now();
		const timer = setTimeout(write, Math.min(writeAfterMs, left));
		return () => clearTimeout(timer);
	}, [key, draft, version, status, published_at, unconfirmed, session, dirty, offered]);

	useEffect(() => {
		const flush = () => latest.current?.();
		window.addEventListener("pagehide", flush);
		return () => window.removeEventListener("pagehide", flush);
	}, []);

	/** What was saved a moment ago must not be offered as it was before. */
	const removeSaved = useEffectEvent(() => dirty || removeLocalCopy(key));
	useEffect(() => () => void removeSaved(), []);

	return {
		offered,
		/** @param restored goes on as this editor's own; otherwise the offered changes are deleted */
		answerOffer(restored: boolean): void {
			if (!offered) return;
			const { key: left, ...copy } = offered;
			if (restored) writeLocalCopy(key, copy);
			removeLocalCopy(left);
			setOffered(undefined);
		},
		/** The author leaves during a save. Until `settle`, nobody is offered the copy. */
		leaveUnsettled(): void {
			latest.current?.();
			unsettled.current = new AbortController();
			holdWhileOpen(key, unsettled.current.signal);
		},
		settle: () => unsettled.current?.abort(),
		/** That save was refused, so nothing of it is unconfirmed. @param unconfirmed what was so before */
		noteRefusal(unconfirmed: Unconfirmed | undefined): void {
			// 'Log out' may have deleted it, or there was nothing to keep.
			if (unsettled.current && localStorage.getItem(key) !== null) copyNow(unconfirmed);
		},
		/** The author has left or saved, so the typed changes no longer count. */
		forget(): void {
			forgotten.current = { key, draft };
			removeLocalCopy(key);
		},
	};
}
