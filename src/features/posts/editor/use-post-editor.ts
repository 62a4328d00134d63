import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import { constraintsOf } from "#admin/editing/field-constraints.ts";
import { useVersionedSave } from "#admin/editing/versioned-save.tsx";
import { useNow } from "#admin/record/now.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { PostConflict } from "#features/posts/history/post-conflict.tsx";
import { postQuery } from "#features/posts/post-query.ts";
import { editPostPath, newPostPath, postsList } from "#features/posts/posts.list.ts";
import { dateAhead, isScheduled, postInputSchema, titleMissing } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import { htmlText } from "#lib/text/html-text.ts";
import { toast } from "#ui/toast.ts";
import { type LocalCopy, offerInNewPost } from "./local-copy.ts";
import {
	afterSave,
	changeDate,
	changeDraft,
	draftOf,
	emptyDraft,
	isEmptyContent,
	isSameDraft,
	type PostDraft,
	publishLabel,
} from "./post-draft.ts";
import { useAutosave } from "./use-autosave.ts";
import { useLocalCopy } from "./use-local-copy.ts";

type TextName = "title" | "slug" | "excerpt" | "featured_image_alt" | "meta_title" | "meta_description" | "og_image";

/** Where the author goes on after the first save, which leads to another screen: in the text, or in the title. */
const placeSchema = z.object({ caret: z.number().optional(), inTitle: z.boolean() });

type Save = { draft: PostDraft; publish: boolean };

function savedTitle(saved: PresentedPost, { publish }: Save): string {
	if (isScheduled(saved, Date.now())) return "Blog Scheduled!";
	return publish ? "Blog Published!" : "Blog Saved!";
}

/** Ctrl+S or ⌘S anywhere on the page. The browser would save the page itself. */
function useSaveKey(onSave: () => void): void {
	useDocumentEvent("keydown", (event) => {
		const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		if (!isShortcut || event.key.toLowerCase() !== "s") return;
		event.preventDefault();
		// Not behind a dialog, which may be asking what to do with the text.
		if (!event.repeat && !document.querySelector("[role=dialog]")) onSave();
	});
}

/** The editor's state: what is typed, what is saved, and the actions that lead from one to the other. */
export function usePostEditor(loaded: PresentedPost | undefined) {
	const navigate = useNavigate();
	const { data: place } = placeSchema.safeParse(useLocation().state);
	const caret = useRef(place?.caret);
	/** The keys save without taking the focus away, so it has to come back. */
	const savedFrom = useRef<z.infer<typeof placeSchema>>(undefined);
	const {
		basis: post,
		setBasis,
		isSaving,
		save,
		saved: savedAs,
		conflictDialog,
	} = useVersionedSave({
		subject: "post",
		afterwards:
			"If you save your version, their version stays in the history. If you use their version, yours will be lost.",
		initial: loaded,
		Difference: PostConflict,
		async send({ draft, publish }: Save, over) {
			await autosave.settled();
			const { session } = autosave;
			// The button said "now" by this computer's clock, and the server's may be behind.
			const date = publish ? { published_at: dateAhead(draft.published_at, Date.now()) ?? null } : {};
			const json = { ...draft, ...date, publish };
			return parseResponse(
				over
					? api.api.posts[":id"].$put({ param: { id: over.id }, json: { ...json, version: over.version, session } })
					: api.api.posts.$post({ json }),
			);
		},
		onSaved(next, sent) {
			const goesLive = isScheduled(next, Date.now()) && next.published_at;
			const isWithdrawn = scheduledFor && next.status !== "published";
			toast({
				title: savedTitle(next, sent),
				...(isWithdrawn && { description: "The post is no longer scheduled." }),
				...(goesLive && { description: `Goes live ${writeAhead(goesLive, Date.now())}.` }),
				tone: "success",
			});
			setErrors({});
			cacheInList(next);
			if (post) {
				setBasis(next);
				autosave.forget();
				setDraft((current) => afterSave(current, sent.draft, draftOf(next)));
				return;
			}
			localCopy.forget();
			leaving.current = true;
			queryClient.setQueryData(postQuery(next.id).queryKey, next);
			void navigate(editPostPath(next.id), { replace: true, state: savedFrom.current });
		},
		onTheirs: goOnFrom,
		onRefused(error) {
			if (!(error instanceof ApiError)) return;
			setErrors(error.fields);
			if (error.status !== 404) return;
			// Someone has deleted the post. What is written here goes on in a new one.
			offerInNewPost({ draft, at: new Date().toISOString() });
			localCopy.forget();
			leaving.current = true;
			void navigate(newPostPath, { replace: true });
		},
		failure: (error) => ({
			title: "Save Error",
			description: error instanceof ApiError && error.status === 404 ? error.message : "Failed to save blog post",
		}),
	});
	const saved = post ? draftOf(post) : emptyDraft;
	const [draft, setDraft] = useState(saved);
	/** Counts how often the text was replaced as a whole. */
	const [version, setVersion] = useState(0);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const localCopy = useLocalCopy(post, draft, saved);
	const autosave = useAutosave(post?.id, draft, saved, isSaving);
	const dirty = !isSameDraft(draft, saved);
	/** What was just published by the server's clock does not lie ahead. */
	const now = Math.max(useNow(), post ? Date.parse(post.updated_at) : 0);
	/** When the post as it is saved goes live, if that lies ahead. */
	const scheduledFor = post && isScheduled(post, now) ? (post.published_at ?? undefined) : undefined;
	/** The author left on purpose, so no question is asked. */
	const leaving = useRef(false);
	const titleField = useRef<HTMLInputElement>(null);

	function cacheInList(next: PresentedPost): void {
		const row = { ...next, text: htmlText(next.content) };
		postsList.storeRows([row]);
	}

	/** Continues with a text other than the one on the screen. */
	function replaceDraft(next: PostDraft): void {
		setDraft(next);
		setVersion((count) => count + 1);
	}

	function goOnFrom(next: PresentedPost): void {
		replaceDraft(draftOf(next));
		cacheInList(next);
	}

	const hasTitle = draft.title.trim() !== "";
	const canSave = hasTitle && !isSaving;
	const handleSave = () => save({ draft, publish: false });
	useSaveKey(() => {
		if (!hasTitle) {
			setErrors({ title: titleMissing });
			titleField.current?.focus();
		} else if (canSave && (dirty || !post)) {
			savedFrom.current = { caret: caret.current, inTitle: document.activeElement === titleField.current };
			handleSave();
		}
	});

	return {
		post,
		draft,
		version,
		errors,
		dirty,
		leaving,
		titleField,
		startsInTitle: !post || place?.inTitle,
		caret,
		localCopy,
		autosave,
		conflictDialog,
		replaceDraft,
		/** Continues with a newer version from the server. */
		adopt(next: PresentedPost) {
			setBasis(next);
			goOnFrom(next);
		},
		/** Continues with changes of an earlier visit. If the post has been saved since, saving them leads to the choice. */
		restore({ draft: left, version: before }: LocalCopy) {
			if (post && before) setBasis({ ...post, version: before });
			replaceDraft(left);
		},
		isSaving,
		/** Saving a new post moves to its own address. Anything typed during that move would be lost. */
		isLocked: isSaving && !post,
		canSave,
		/** What is scheduled already has nothing to be scheduled until something changes. */
		canPublish: canSave && !isEmptyContent(draft.content) && (dirty || !scheduledFor),
		scheduledFor: scheduledFor && writeAhead(scheduledFor, now),
		change: (change: Partial<PostDraft>) => setDraft((current) => changeDraft(current, change, !post)),
		changeDate: (published_at: string | null) =>
			setDraft((current) => (scheduledFor ? changeDate(current, published_at, now) : { ...current, published_at })),
		/** The props of a text field. Its required mark and limits come from the schema. */
		field: (name: TextName) => ({
			...constraintsOf(postInputSchema, name),
			dense: true,
			value: draft[name],
			error: errors[name],
			onChange(event: { target: { value: string } }) {
				setErrors((current) => ({ ...current, [name]: "" }));
				setDraft((current) => changeDraft(current, { [name]: event.target.value }, !post));
			},
		}),
		isAhead: dateAhead(draft.published_at, now) !== undefined,
		publishLabel: scheduledFor && !dirty ? "Scheduled" : publishLabel(draft, now),
		save: handleSave,
		/** A new post has no address to show until it is saved, which must not publish it. */
		saveForPreview: () => savedAs({ draft: { ...draft, status: "draft" }, publish: false }),
		publish: () => save({ draft, publish: true }),
	};
}
export type PostEditorState = ReturnType<typeof usePostEditor>;
