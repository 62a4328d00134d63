import { parseResponse } from "hono/client";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { constraintsOf } from "#admin/editing/field-constraints.ts";
import { focusRefused } from "#admin/editing/focus-refused.ts";
import { halfTyped } from "#admin/editing/half-typed.ts";
import { useVersionedSave } from "#admin/editing/versioned-save.tsx";
import { useWhereabouts } from "#admin/editing/whereabouts.ts";
import { useNowAt } from "#admin/record/now.ts";
import { ApiError, api, isUnanswered } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { PostConflict } from "#features/posts/history/post-conflict.tsx";
import { postQuery, revisionsQuery } from "#features/posts/post-query.ts";
import { editPostPath, newPostPath, storePost } from "#features/posts/posts.list.ts";
import {
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
import { toast } from "#ui/toast.ts";
import { isSessionOpen, type LocalCopy, offerInNewPost } from "./local-copy.ts";
import {
	afterSave,
	changeDate,
	changeDraft,
	draftOf,
	emptyDraft,
	hasGoneLive,
	isSameDraft,
	type PostDraft,
	publishLabel,
	takenOver,
	type Unconfirmed,
} from "./post-draft.ts";
import { useSaveKey, useWaitingSave } from "./save-key.ts";
import {
	failureText,
	leftInConflict,
	lostAnswer,
	notKept,
	type Save,
	savedText,
	savedTitle,
	waitsForImage,
} from "./save-texts.ts";
import { useUploads } from "./upload-image.ts";
import { discardAutosave, useAutosave } from "./use-autosave.ts";
import { useLocalCopy } from "./use-local-copy.ts";
import { useHeardAt, usePostNews } from "./use-post-news.ts";

type TextName = "title" | "slug" | "excerpt" | "featured_image_alt" | "meta_title" | "meta_description" | "og_image";

/**
 * The editor's state: what is typed, what is saved, and the actions that lead from one to the other.
 * @param name tells this editor from others, for the first save of a new post
 * @param onMove called when that is about to change the address
 */
export function usePostEditor(loaded: PresentedPost | undefined, name: string, onMove: () => void) {
	const navigate = useNavigate();
	const [session, setSession] = useState<string>(() => crypto.randomUUID());
	const {
		basis: post,
		setBasis,
		isSaving,
		saving,
		save,
		saved: savedAs,
		conflictDialog,
	} = useVersionedSave({
		subject: "post",
		afterwards: "Whichever version you choose, the other one stays in the history.",
		initial: loaded,
		session,
		Difference: PostConflict,
		ready: () => autosave.settled(),
		async send({ draft, taken, publish }: Save, over, request) {
			sent.current = { draft, publish };
			// It stays so if this fails.
			if (taken) setDraft((typed) => ({ ...typed, ...taken }));
			// The button said when by this computer's clock, and the server's may be another.
			const ahead = dateAhead(draft.published_at, Date.now());
			const date = publish ? { published_at: ahead ?? null, schedule: ahead !== undefined } : {};
			const json = { ...draft, ...taken, ...date, publish };
			return parseResponse(
				over
					? api.api.posts[":id"].$put({ param: { id: over.id }, json: { ...json, version: over.version } }, request)
					: api.api.posts.$post({ json }, request),
			);
		},
		onSaved(next, mine) {
			const text = savedText(post, next, mine, unconfirmed);
			toast({ title: savedTitle(next, mine), ...text, tone: "success" });
			setErrors({});
			setUnconfirmed(undefined);
			setHeardAt(Math.max(Date.now(), Date.parse(next.updated_at)));
			storePost(next);
			setBasis(next);
			autosave.forget();
			const goOn = (typed: PostDraft) => afterSave(typed, mine.draft, draftOf(next));
			setDraft(goOn);
			setWaiting((text) => text && goOn(text));
			if (!loaded) void moveTo(next);
			else if (author.current === "gone") localCopy.forget();
		},
		async keepMine(theirs) {
			const outcome = await autosave.keep(theirs.id);
			if (outcome !== "stored") toast(notKept[outcome]);
			return outcome === "stored";
		},
		onTheirs(theirs) {
			setUnconfirmed(undefined);
			void queryClient.invalidateQueries({ queryKey: revisionsQuery(theirs).queryKey });
			setPutAside(session);
			setSession(crypto.randomUUID());
			goOnFrom(theirs);
			if (!loaded) void moveTo(theirs);
		},
		onConflict(mine, theirs) {
			setWaiting(undefined);
			if (author.current === "gone") toast(leftInConflict(mine));
			localCopy.noteRefusal(unconfirmed);
			// Whoever publishes has said when.
			if (mine.publish) return mine;
			const now = Math.max(Date.now(), Date.parse(theirs.updated_at));
			return { ...mine, taken: takenOver(mine.draft, mine.before, draftOf(theirs), now) };
		},
		isStored: ({ draft, publish }, theirs) => !publish && isSameDraft(draft, draftOf(theirs)),
		onRefused(error) {
			setWaiting(undefined);
			if (!(error instanceof ApiError)) return;
			flushSync(() => setErrors(error.fields));
			if (author.current === "here") focusRefused();
			if (isUnanswered(error)) setUnconfirmed((before) => lostAnswer(sent.current, before));
			else localCopy.noteRefusal(unconfirmed);
			if (error.status !== 404) return;
			// Someone has deleted the post. What is written here goes on in a new one.
			localCopy.forget();
			offerInNewPost({ draft, at: new Date().toISOString(), isOpen: author.current === "here" });
			if (author.current !== "here") return;
			leaving.current = true;
			void navigate(newPostPath, { replace: true });
		},
		onSettled() {
			localCopy.settle();
			autosave.resume();
		},
		failure: (error) => ({
			title: "Save Error",
			description: failureText(error, sent.current, author.current === "gone"),
		}),
	});
	const saved = post ? draftOf(post) : emptyDraft;
	const [draft, setDraft] = useState(saved);
	/** Counts how often the text was replaced as a whole. */
	const [version, setVersion] = useState(0);
	const [errors, setErrors] = useState<Record<string, string>>({});
	/** The session whose text this author has put aside for another version. */
	const [putAside, setPutAside] = useState<string>();
	/** What the date was before it was typed in part. A part has no value, and is not to be taken for a date that was cleared. */
	const [dateBefore, setDateBefore] = useState<Pick<PostDraft, "status" | "published_at">>();
	/** The author has chosen that, so no date changes it. */
	const isDraftByHand = useRef(false);
	const kept = useMemo(() => ({ ...draft, ...dateBefore }), [draft, dateBefore]);
	/** What had no answer: the server may have done it. */
	const [unconfirmed, setUnconfirmed] = useState<Unconfirmed>();
	// The tab may be closed before the answer is here.
	const localCopy = useLocalCopy(post, kept, saved, session, saving ? lostAnswer(saving, unconfirmed) : unconfirmed);
	const autosave = useAutosave(post?.id, kept, saved, session, isSaving);
	const dirty = !isSameDraft(draft, saved);
	/** What was just published by the server's clock does not lie ahead. */
	const savedAt = post ? Date.parse(post.updated_at) : 0;
	const now = Math.max(useNowAt(draft.published_at), useNowAt(saved.published_at), savedAt);
	/** When the post as it is saved goes live, if that lies ahead. */
	const scheduledFor = post && isScheduled(post, now) ? (post.published_at ?? undefined) : undefined;
	const [heardAt, setHeardAt] = useHeardAt(savedAt);
	const [asksAboutReaders, setAsksAboutReaders] = useState(false);
	/** The author left on purpose, so no question is asked. */
	const leaving = useRef(false);
	const author = useWhereabouts();
	useEffect(() => {
		if (draft) leaving.current = false;
	}, [draft]);
	/** What was sent last. */
	const sent = useRef<Pick<Save, "draft" | "publish">>(undefined);
	const setWaiting = useWaitingSave(isSaving, (text) => {
		if (!isSameDraft(text, saved)) save({ draft: text, before: saved, publish: false });
	});
	// The server may have done what had no answer, and that is no news.
	const news = usePostNews(post, isSaving);
	/** A restored copy is of an earlier version than the one that was loaded. */
	const isBehind = loaded?.updated_at === post?.updated_at && loaded?.version !== post?.version;
	const isOutdated = (news === "changed" || isBehind) && !unconfirmed;
	const wentLive = news !== "deleted" && hasGoneLive(post, now, isBehind ? Math.max(heardAt, savedAt) : heardAt);
	const { isUploading, waitForUpload } = useUploads();
	const titleField = useRef<HTMLInputElement>(null);
	const dateField = useRef<HTMLInputElement>(null);

	/** The first save gives the post its own address. What was typed meanwhile goes on there, unsaved. */
	async function moveTo(saved: PresentedPost): Promise<void> {
		localCopy.forget();
		// Who has left meanwhile stays where they are, and gets the post as it is then.
		if (author.current !== "here") return;
		queryClient.setQueryData(postQuery(saved.id).queryKey, saved);
		leaving.current = true;
		onMove();
		await navigate(editPostPath(saved.id), { replace: true, state: { screen: name }, preventScrollReset: true });
		leaving.current = false;
	}

	/** Of fields that change. */
	const clearErrors = (names: string[]) =>
		setErrors((current) => ({ ...current, ...Object.fromEntries(names.map((name) => [name, ""])) }));

	/**
	 * Continues with a text other than the one on the screen.
	 * @param writtenAt if that was earlier: the post may have gone live since
	 */
	function replaceDraft(next: PostDraft, writtenAt?: string): void {
		setHeardAt(writtenAt ? Date.parse(writtenAt) : undefined);
		setDraft(next);
		setDateBefore(undefined);
		isDraftByHand.current = false;
		setVersion((count) => count + 1);
	}

	function goOnFrom(next: PresentedPost): void {
		replaceDraft(draftOf(next));
		storePost(next);
	}

	const isAhead = dateAhead(draft.published_at, now) !== undefined;
	/** Whether what is saved is public at once, where the post is. */
	const staysOut = draft.status === "published" && !isAhead;
	const hasTitle = draft.title.trim() !== "";
	const canSave = hasTitle && !isSaving && !isUploading;
	const saveNow = () => (isSaving ? setWaiting(draft) : save({ draft, before: saved, publish: false }));
	const publish = () => isDateComplete() && save({ draft, before: saved, publish: true });

	/**
	 * What could still be saved half-finished a minute ago is public now, so the first save asks, unless it leads to a
	 * choice anyway.
	 */
	function handleSave(): void {
		if (!isReadable() || !isDateComplete()) return;
		if (wentLive && staysOut && !isOutdated) setAsksAboutReaders(true);
		else saveNow();
	}

	function isReadable(): boolean {
		if (!lacksText(draft, post)) return true;
		setErrors((current) => ({ ...current, content: textMissing }));
		toast({ title: "Save Error", description: textMissing, tone: "destructive" });
		return false;
	}

	/** A date of which only a part is typed counts as none, by which the post would go live at once. */
	function isDateComplete(): boolean {
		const message = halfTyped(dateField.current);
		if (!message) return true;
		setErrors((current) => ({ ...current, published_at: message }));
		dateField.current?.focus();
		return false;
	}

	function noteDate(): void {
		const { status, published_at } = draft;
		setDateBefore((before) => (halfTyped(dateField.current) ? (before ?? { status, published_at }) : undefined));
	}

	useSaveKey(() => {
		if (!hasTitle) {
			setErrors({ title: titleMissing });
			titleField.current?.focus();
		} else if (isUploading) toast(waitsForImage);
		else if (dirty || dateBefore || !post || unconfirmed || news === "deleted") handleSave();
	});
	return {
		post,
		draft,
		version,
		errors,
		dirty,
		leaving,
		titleField,
		dateField,
		localCopy,
		session,
		putAside,
		autosave,
		conflictDialog,
		replaceDraft,
		/** Continues with a newer version from the server. */
		adopt(next: PresentedPost) {
			setUnconfirmed(undefined);
			setBasis(next);
			goOnFrom(next);
		},
		/**
		 * Continues with changes of an earlier visit, as if the editor had stayed open. If the post has been saved since,
		 * saving them leads to the choice.
		 */
		restore({ draft: left, at, version, before, unconfirmed }: LocalCopy) {
			setUnconfirmed(unconfirmed);
			if (post && version) setBasis({ ...post, version, ...before });
			replaceDraft(left, at);
		},
		/** Goes on with the editing session that has left these changes, unless they are discarded, or older than a save. */
		async continueSession({ session: earlier, version, unconfirmed }: LocalCopy, isRestored: boolean) {
			if (!earlier || (await isSessionOpen(earlier))) return;
			if (post && !isRestored) discardAutosave(post.id, earlier);
			const isOvertaken = post !== undefined && version !== post.version && !unconfirmed;
			if (isRestored && !isOvertaken) setSession(earlier);
			else setPutAside(earlier);
		},
		isSaving,
		/** What is being saved. */
		saving: saving?.draft,
		unconfirmed,
		isUploading,
		waitForUpload,
		hasTitle,
		canSave,
		/** What is scheduled already has nothing to be scheduled until something changes. */
		canPublish: canSave && !isEmptyContent(draft.content) && (dirty || !scheduledFor),
		scheduledFor: scheduledFor && writeAhead(scheduledFor, now),
		change(change: Partial<PostDraft>) {
			clearErrors(Object.keys(change));
			if (change.status) isDraftByHand.current = change.status === "draft";
			setDraft((current) => changeDraft(current, change, !post));
		},
		isDateHalf: dateBefore !== undefined,
		changeDate(published_at: string | null) {
			clearErrors(["published_at"]);
			noteDate();
			// It may have been scheduled since.
			if (draft.status !== "draft") isDraftByHand.current = false;
			const isKept = !scheduledFor || isDraftByHand.current;
			setDraft((current) => (isKept ? { ...current, published_at } : changeDate(current, published_at, now)));
		},
		/** A date that is cleared piece by piece has no value from its first missing piece on: only its keys tell. */
		checkDate() {
			noteDate();
			if (errors.published_at && !halfTyped(dateField.current)) clearErrors(["published_at"]);
		},
		/** The props of a text field. Its required mark and limits come from the schema. */
		field: (name: TextName) => ({
			...constraintsOf(postInputSchema, name),
			dense: true,
			value: draft[name],
			error: errors[name],
			onChange(event: { target: { value: string } }) {
				clearErrors([name]);
				setDraft((current) => changeDraft(current, { [name]: event.target.value }, !post));
			},
		}),
		isAhead,
		isOutdated,
		isGone: news === "deleted" || autosave.isGone,
		wentLive,
		staysOut,
		/** Whether the author is being asked if readers may see the changes. */
		asksAboutReaders,
		answerAboutReaders(mayBeSeen: boolean) {
			setAsksAboutReaders(false);
			if (!mayBeSeen) return;
			setHeardAt(Date.now());
			saveNow();
		},
		publishLabel: scheduledFor && !dirty ? "Scheduled" : publishLabel(draft, now),
		/** A post that is out is no draft: what is saved is public at once. */
		saveLabel: !post || post.status === "draft" ? "Save Draft" : "Save Changes",
		save: handleSave,
		isDateComplete,
		/** A new post has no address to show until it is saved, which must not publish it. */
		saveForPreview: () => savedAs({ draft: { ...draft, status: "draft" }, before: saved, publish: false }),
		/** Resolves to whether it was saved. If so, the editor doesn't move to the post's own address. */
		async saveAndLeave(): Promise<boolean> {
			if (!isDateComplete()) return false;
			author.current = "going";
			const isSaved = await savedAs({ draft, before: saved, publish: false }).then(
				() => true,
				() => false,
			);
			author.current = "here";
			leaving.current = isSaved;
			// The screen ends before the copy would go by itself.
			if (isSaved) localCopy.forget();
			return isSaved;
		},
		publish,
	};
}
export type PostEditorState = ReturnType<typeof usePostEditor>;
