import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { constraintsOf } from "#admin/editing/field-constraints.ts";
import { focusRefused } from "#admin/editing/focus-refused.ts";
import { halfTyped } from "#admin/editing/half-typed.ts";
import { useServerDraft } from "#admin/editing/server-draft.ts";
import { retrySave } from "#admin/editing/versioned-save.tsx";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { useNowAt } from "#admin/record/now.ts";
import { ApiError, answerDeadline, api, currentRow, isUnanswered } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { useUploads } from "#features/images/upload-image.ts";
import { newestPostQuery, postQuery, unsavedPostsQuery } from "#features/posts/post-query.ts";
import { editPostPath, postsList, storePost } from "#features/posts/posts.list.ts";
import {
	type DraftContents,
	dateAhead,
	isEmptyContent,
	isScheduled,
	lacksText,
	postInputSchema,
	textMissing,
	titleMissing,
} from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import { pick } from "#lib/pick.ts";
import type { DraftStamp } from "#lib/saves.ts";
import { toast } from "#ui/toast.ts";
import { mirrorPrefix, writeMirror } from "./draft-mirror.ts";
import { changeDate, type DraftField, type PostDraft, publishLabel, reachOf } from "./post-draft.ts";
import {
	contentsOf,
	initialState,
	isDirty,
	type LeftDraft,
	reduce,
	type Sending,
	wentPublic,
} from "./post-editor-state.ts";
import { useSaveKey } from "./save-key.ts";
import { failureText, needsButton, savedToast, waitsForImage } from "./save-texts.ts";

const endpoint = api.api.posts[":id"];
const newName = (): string => crypto.randomUUID();

type TextName = "title" | "slug" | "excerpt" | "featured_image_alt" | "meta_title" | "meta_description" | "og_image";

/**
 * Connects `reduce` with the server, the browser's storage, and the keys.
 * @param left what an earlier visit has left unsaved
 * @param draftVersion of the draft that the server has
 */
export function usePostEditor(
	id: string,
	loaded: PresentedPost | undefined,
	left: LeftDraft | undefined,
	draftVersion: number,
) {
	const navigate = useNavigate();
	const [state, dispatch] = useReducer(reduce, undefined, () => initialState(id, loaded, left, Date.now()));
	const { post, draft, sending, unconfirmed } = state;
	const titleField = useRef<HTMLInputElement>(null);
	const dateField = useRef<HTMLInputElement>(null);
	const { isUploading, waitForUpload } = useUploads();
	const {
		saver,
		stamp,
		forgetMirror,
		conflict: otherWindow,
	} = useStoredDraft(state.id, state, state.id === id ? draftVersion : 0);

	const { mutate } = useMutation({
		mutationFn: ({ id, save_id, body, over, text, stamp }: Sending & { id: string; stamp: DraftStamp }) => {
			const request = { init: { signal: answerDeadline() } };
			const named = { save_id, draft: stamp };
			return parseResponse(
				over === null
					? endpoint.$put({ param: { id }, json: { ...text, ...body, ...named, version: null } }, request)
					: endpoint.$patch({ param: { id }, json: { ...body, ...named, version: over } }, request),
			);
		},
		retry: retrySave,
		onSuccess: (row, sent) => handleSaved(row, sent),
		onError(error, sent) {
			const current = currentRow<PresentedPost>(error);
			if (current?.save_ids.includes(sent.save_id)) return handleSaved(current, sent);
			if (current) return dispatch({ type: "refused", current, now: Date.now(), save_id: newName() });
			if (error instanceof ApiError && (error.status === 404 || error.status === 410))
				return dispatch({ type: "gone", id: sent.id });
			const errors = error instanceof ApiError ? error.fields : {};
			flushSync(() => dispatch({ type: "failed", isUnanswered: isUnanswered(error), errors }));
			focusRefused();
		},
		meta: {
			failure(error) {
				const isTold =
					currentRow(error) || (error instanceof ApiError && (error.status === 404 || error.status === 410));
				if (isTold || !sending) return undefined;
				return { title: "Save Error", description: failureText(error, sending) };
			},
		},
	});

	function handleSaved(row: PresentedPost, sent: Sending): void {
		toast(savedToast(post, row, sent));
		storePost(row);
		queryClient.setQueryData(postQuery(row.id).queryKey, row);
		dispatch({ type: "saved", row, now: Date.now(), save_id: newName() });
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: each save is sent once
	useEffect(() => {
		if (sending) mutate({ ...sending, id: state.id, stamp: stamp() });
	}, [sending]);

	// The first save gives the post its own address, and the editor stays.
	const isStored = post !== undefined;
	const isNew = useRef(!isStored);
	useEffect(() => {
		if (!isStored || !isNew.current) return;
		isNew.current = false;
		void queryClient.invalidateQueries({ queryKey: unsavedPostsQuery.queryKey });
		void navigate(editPostPath(state.id), { replace: true, preventScrollReset: true });
	}, [isStored, state.id, navigate]);

	useNewerPost(
		post,
		(row) => dispatch({ type: "newer", row, now: Date.now() }),
		(id) => dispatch({ type: "gone", id }),
	);

	const savedAt = post ? Date.parse(post.updated_at) : 0;
	const now = Math.max(useNowAt(draft.published_at), useNowAt(post?.published_at ?? null), savedAt);
	/** When the post as it is saved goes live, if that lies ahead. */
	const scheduledFor = post && isScheduled(post, now) ? (post.published_at ?? undefined) : undefined;
	const dirty = isDirty(state);
	const isPublicNow = wentPublic(state, now);
	const isAhead = dateAhead(draft.published_at, now) !== undefined;
	const hasTitle = draft.title.trim() !== "";
	const canSave = hasTitle && !sending && !isUploading && !state.isGone;
	const saveLabel = labelOfSave();

	function labelOfSave(): string {
		if (isPublicNow) return `Update the ${scheduledFor ? "Scheduled" : "Published"} Post`;
		return !post || post.status === "draft" ? "Save Draft" : "Save Changes";
	}

	function refuse(name: string, message: string): void {
		dispatch({ type: "errors", errors: { [name]: message } });
	}

	/** A date of which only a part is typed counts as none, by which the post would go live at once. */
	function isDateComplete(): boolean {
		const message = halfTyped(dateField.current);
		if (!message) return true;
		refuse("published_at", message);
		dateField.current?.focus();
		return false;
	}

	function save(): void {
		if (lacksText(draft, post)) {
			refuse("content", textMissing);
			toast({ title: "Save Error", description: textMissing, tone: "destructive" });
		} else if (isDateComplete()) dispatch({ type: "save", publish: false, now: Date.now(), save_id: newName() });
	}

	useSaveKey(() => {
		if (!hasTitle) {
			refuse("title", titleMissing);
			titleField.current?.focus();
		} else if (isUploading) toast(waitsForImage);
		else if (isPublicNow || state.isGone) toast(needsButton(isPublicNow ? saveLabel : "Save as a New Post"));
		else if (dirty || !post || unconfirmed.length > 0 || halfTyped(dateField.current)) save();
	});

	return {
		...state,
		dirty,
		titleField,
		dateField,
		isUploading,
		waitForUpload,
		hasTitle,
		canSave,
		/** What is scheduled already has nothing to be scheduled until something changes. */
		canPublish: canSave && !isEmptyContent(draft.content) && (dirty || !scheduledFor),
		scheduledFor: scheduledFor && writeAhead(scheduledFor, now),
		isAhead,
		/** Readers see, or will see, what they didn't when the author last looked. */
		isPublicNow,
		isLiveNow: post !== undefined && reachOf(post, now) === "live",
		publishLabel: scheduledFor && !dirty ? "Scheduled" : publishLabel(draft, now),
		saveLabel,
		save,
		isDateComplete,
		publish: () => isDateComplete() && dispatch({ type: "save", publish: true, now: Date.now(), save_id: newName() }),
		/** What another window has made of this draft; undefined if nothing. */
		otherWindow,
		keepMine: () => saver.keepMine(otherWindow ?? null),
		takeTheirs() {
			saver.takeTheirs(otherWindow ?? null);
			const { fields = {}, before = {} } = otherWindow?.draft ?? {};
			dispatch({ type: "replace", fields: pick(fields, Object.keys(before) as DraftField[]) });
		},
		choose: (mine: boolean) => dispatch({ type: "choose", mine, now: Date.now(), save_id: newName() }),
		keepEditing: () => dispatch({ type: "keep editing" }),
		saveAsNew() {
			forgetMirror();
			// It is stored when the next draft takes its place.
			saver.change(null);
			isNew.current = true;
			dispatch({ type: "save as new", id: newName(), save_id: newName(), now: Date.now() });
		},
		discard: () => dispatch({ type: "replace", fields: {} }),
		restore: (fields: Partial<PostDraft>) => dispatch({ type: "replace", fields }),
		adopt: (row: PresentedPost) => dispatch({ type: "adopt", row, now: Date.now() }),
		/** Stores what is on the screen, for the preview. */
		flushDraft: saver.flush,
		change: (fields: Partial<PostDraft>) => dispatch({ type: "change", fields }),
		changeDate(published_at: string | null) {
			dispatch({ type: "change", fields: scheduledFor ? changeDate(draft, published_at, now) : { published_at } });
		},
		/** The props of a text field. Its required mark and limits come from the schema. */
		field: (name: TextName) => ({
			...constraintsOf(postInputSchema, name),
			dense: true,
			value: draft[name],
			error: state.errors[name],
			onChange: ({ target: { value } }: { target: { value: string } }) =>
				dispatch({ type: "change", fields: { [name]: value } }),
		}),
	};
}
export type PostEditorState = ReturnType<typeof usePostEditor>;

const saveDraftAfterMs = 1500;

const putDraft = (id: string, draft: DraftContents | null, stamp: DraftStamp & { version: number }) =>
	parseResponse(endpoint.draft.$put({ param: { id }, json: { draft, ...stamp } }));

/** Keeps the unsaved changes on the server, and until they are there in the browser. */
function useStoredDraft(id: string, state: Parameters<typeof contentsOf>[0], version: number) {
	const { post, draft, base, unconfirmed, sending } = state;
	// biome-ignore lint/correctness/useExhaustiveDependencies: what it is made of
	const contents = useMemo(() => contentsOf(state), [post, draft, base]);
	const [prefix] = useState(mirrorPrefix);
	const latest = useRef(contents);
	latest.current = contents;
	/** Whether the server may have something. */
	const hasStored = useRef(version > 0);
	const { saver, conflict } = useServerDraft(
		id,
		{ version },
		{
			saveAfterMs: saveDraftAfterMs,
			put: (draft: DraftContents | null, stamp) => putDraft(id, draft, stamp),
			// It was saved or discarded since, so nothing is lost by what is written now.
			isFree: (current) => !current?.draft,
			onStored(_stored, stored) {
				if (stored === (latest.current ?? null) && unconfirmed.length === 0) writeMirror(prefix, id, undefined);
			},
		},
	);
	useEffect(() => {
		const names = [...unconfirmed, ...(sending ? [sending] : [])].map(({ save_id }) => save_id);
		writeMirror(prefix, id, contents && { draft: contents, unconfirmed: names });
	}, [prefix, id, contents, unconfirmed, sending]);
	const isSending = sending !== undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: after a save that failed, too
	useEffect(() => {
		if (contents || hasStored.current) saver.change(contents ?? null);
		hasStored.current = contents !== undefined;
	}, [contents, isSending, saver]);
	/** For a save, which includes what is stored. */
	function stamp(): DraftStamp {
		hasStored.current = false;
		return saver.stamp();
	}
	return { saver, stamp, forgetMirror: () => writeMirror(prefix, id, undefined), conflict };
}

/** Looks after the post when someone else has changed it, or after a gap. */
function useNewerPost(
	post: PresentedPost | undefined,
	onNewer: (row: PresentedPost) => void,
	onGone: (id: string) => void,
): void {
	const id = post?.id;
	const handlers = useRef({ onNewer, onGone });
	handlers.current = { onNewer, onGone };
	const listener = useMemo<LiveListener>(() => {
		async function look(): Promise<void> {
			if (!id) return;
			try {
				handlers.current.onNewer(await queryClient.fetchQuery(newestPostQuery(id)));
			} catch (error) {
				if (error instanceof ApiError && error.status === 404) handlers.current.onGone(id);
			}
		}
		return {
			table: postsList.table,
			onChanges(changes) {
				for (const change of changes) {
					const changed = change.operation === "delete" ? change.id : (change.row as { id: string }).id;
					if (changed === id) void look();
				}
			},
			catchUp: look,
		};
	}, [id]);
	useLiveChanges(listener);
}
