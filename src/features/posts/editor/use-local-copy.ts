import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { newestPostQuery } from "#features/posts/post-query.ts";
import {
	copiesPrefix,
	findLeftCopy,
	holdWhileOpen,
	type LocalCopy,
	newCopyKey,
	offerCopiesOfGone,
	readLocalCopy,
	removeLocalCopy,
	writeLocalCopy,
} from "./local-copy.ts";
import { isSameDraft, type PostDraft } from "./post-draft.ts";
import { keepInHistory } from "./use-autosave.ts";

const isGone = (postId: string): Promise<boolean> =>
	queryClient.fetchQuery(newestPostQuery(postId)).then(
		() => false,
		(error) => error instanceof ApiError && error.status === 404,
	);

/** Saves after a pause in typing, or at the latest after this time. */
const writeAfterMs = 400;
const writeAtLatestMs = 2000;

/** Keeps unsaved changes in the browser, and offers those of an earlier visit, which stay until the author decides. */
export function useLocalCopy(
	post: { id: string; version: string } | undefined,
	draft: PostDraft,
	saved: PostDraft,
	session: string,
) {
	const { id: postId, version } = post ?? {};
	// Whoever signs in meanwhile gets none of it.
	const [prefix] = useState(copiesPrefix);
	const [newKey] = useState(newCopyKey);
	const key = postId ? prefix + postId : newKey;
	const [offered, setOffered] = useState<(LocalCopy & { key: string }) | undefined>(() => {
		const copy = readLocalCopy(key);
		return copy && !isSameDraft(copy.draft, saved) ? { ...copy, key } : undefined;
	});
	const dirty = !isSameDraft(draft, saved);
	const latest = useRef<(() => void) | undefined>(undefined);
	const unwrittenSince = useRef<number>(undefined);

	// Copies of new posts. Another tab may be editing its own at the same time.
	useEffect(() => {
		if (postId) return;
		const editing = new AbortController();
		holdWhileOpen(newKey, editing.signal);
		void offerCopiesOfGone(isGone)
			.then(() => findLeftCopy(newKey))
			.then((left) => {
				if (left && !editing.signal.aborted) setOffered(left);
			});
		return () => editing.abort();
	}, [postId, newKey]);

	/** Another tab may have been closed before it stored itself what this one replaces. */
	const keepOther = useEffectEvent(() => {
		const other = postId && readLocalCopy(key);
		if (other && other.session !== session && !isSameDraft(other.draft, saved)) keepInHistory(postId, other);
	});

	useEffect(() => {
		if (offered) return;
		const write = () => {
			if (latest.current !== write) return; // forgotten meanwhile
			latest.current = undefined;
			unwrittenSince.current = undefined;
			keepOther();
			if (dirty) writeLocalCopy(key, { draft, at: new Date().toISOString(), version, session });
			else removeLocalCopy(key);
		};
		latest.current = write;
		unwrittenSince.current ??= Date.now();
		const left = unwrittenSince.current + writeAtLatestMs - Date.now();
		const timer = setTimeout(write, Math.min(writeAfterMs, left));
		return () => clearTimeout(timer);
	}, [key, draft, version, session, dirty, offered]);

	useEffect(() => {
		const flush = () => latest.current?.();
		window.addEventListener("pagehide", flush);
		return () => window.removeEventListener("pagehide", flush);
	}, []);

	return {
		offered,
		answerOffer(): void {
			if (offered && offered.key !== key) removeLocalCopy(offered.key);
			setOffered(undefined);
		},
		/** The author has left or saved, so the typed changes no longer count. */
		forget(): void {
			latest.current = undefined;
			removeLocalCopy(key);
		},
	};
}
