import { parseResponse } from "hono/client";
import { useEffect, useRef, useState } from "react";
import { ApiError, answerDeadline, api } from "#admin/session/api-client.ts";
import { inSession } from "#lib/editing-session.ts";
import { isSameDraft, type PostDraft } from "./post-draft.ts";

/** After a pause in typing, or at the latest after this time. */
const writeAfterMs = 3000;
const writeAtLatestMs = 15_000;

const endpoint = api.api.posts[":id"].revisions[":revisionId"];

/** Removes what an earlier visit has autosaved. Without a connection it stays in the history. */
export const discardAutosave = (postId: string, session: string): void =>
	void parseResponse(endpoint.$delete({ param: { id: postId, revisionId: session } })).catch(() => undefined);

/**
 * Stores unsaved changes to a post on the server, so that they can be continued on another computer: as one revision
 * of this editing session. A failure stays quiet, because the copy in the browser is still there, unless the post is gone.
 *
 * @param session names the revision, as a UUID
 * @param paused while a save is under way, which would remove the autosave too early
 */
export function useAutosave(
	postId: string | undefined,
	draft: PostDraft,
	saved: PostDraft,
	session: string,
	paused: boolean,
) {
	const [stored, setStored] = useState<{ draft: PostDraft; session: string }>();
	const [isGone, setGone] = useState(false);
	const [isWriting, setWriting] = useState(false);
	const underWay = useRef<Promise<unknown>>(undefined);
	/** A save has begun, of which the next render tells. What is sent after it would overtake it. */
	const isHeld = useRef(false);
	const waitingSince = useRef<number>(undefined);
	const dirty = !isSameDraft(draft, saved);
	const isStored = stored !== undefined && stored.session === session && isSameDraft(draft, stored.draft);
	/** A version in the history has neither. */
	const isPublicationSame = draft.status === saved.status && draft.published_at === saved.published_at;
	const isDue = dirty && !isStored && draft.title.trim() !== "" && !paused;
	// On a line that hangs, one after the other would wait.
	const waits = postId !== undefined && isDue && !isWriting;

	async function write(id: string | undefined): Promise<"stored" | "failed" | "gone"> {
		if (!id || isHeld.current) return "failed";
		setWriting(true);
		waitingSince.current = undefined;
		const version = { param: { id, revisionId: session }, json: draft };
		const writing = Promise.resolve(underWay.current)
			.then(() => parseResponse(endpoint.$put(version, { ...inSession(session), init: { signal: answerDeadline() } })))
			.then(
				() => "stored" as const,
				(error) => {
					const isGone = error instanceof ApiError && error.status === 404;
					setGone(isGone);
					return isGone ? ("gone" as const) : ("failed" as const);
				},
			);
		underWay.current = writing;
		const outcome = await writing;
		setWriting(false);
		if (outcome === "stored") setStored({ draft, session });
		return outcome;
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft, or of the session it goes to, begins another pause
	useEffect(() => {
		if (!waits) {
			waitingSince.current = undefined;
			return;
		}
		waitingSince.current ??= Date.now();
		const left = waitingSince.current + writeAtLatestMs - Date.now();
		const timer = setTimeout(() => void write(postId), Math.max(0, Math.min(writeAfterMs, left)));
		return () => clearTimeout(timer);
	}, [draft, session, waits]);

	return {
		/** Someone has deleted the post. */
		isGone,
		/** The server has all that is on the screen, though the post hasn't. */
		isStored: dirty && isStored && isPublicationSame,
		/** For a save, which must come last. */
		async settled() {
			isHeld.current = true;
			await underWay.current;
		},
		/** The save has been answered. */
		resume() {
			isHeld.current = false;
		},
		/** The save has removed the autosave. */
		forget: () => setStored(undefined),
		/** Stores in the history of the post what another version is about to replace, even if it was there: with the post it goes. */
		keep: async (id: string) => (!dirty ? "stored" : draft.title.trim() === "" ? "untitled" : write(id)),
		/** @returns the revision that shows what is on the screen; undefined if the post does, or if it isn't stored */
		async flush(): Promise<string | undefined> {
			return dirty && (isStored || (isDue && (await write(postId)) === "stored")) ? session : undefined;
		},
	};
}
