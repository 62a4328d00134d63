import { differing, isNewestSave, isSame, type Sent, storedSave, touchedFields } from "#admin/editing/saves.ts";
import { type DraftContents, dateAhead } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { pick } from "#lib/pick.ts";
import {
	changeDraft,
	type DraftField,
	draftFields,
	draftOf,
	emptyDraft,
	isFurther,
	type PostDraft,
	type Reach,
	reachOf,
} from "./post-draft.ts";

// What happens to a text between the keys and the server, without a browser or a clock: `reduce` is given both. One save is under
// way per window. Its name stands for its body, so that a lost answer is found in the row that comes back (decision 079).

/** The fields that a save changes, and which button it is. */
type SaveBody = Partial<PostDraft> & { publish: boolean; schedule?: boolean };

export type Sending = Sent<SaveBody> & {
	/** The text as it was when the button was pressed. */
	text: PostDraft;
	/** The version that it overwrites; null for a new post. */
	over: number | null;
};

export type PostEditorState = {
	/** Chosen by the browser for a new post. */
	id: string;
	/** The post that the text stands on; undefined until the first save. */
	post: PresentedPost | undefined;
	/** The text as it is saved. Its content is spelled as the editor writes it, which the server may spell otherwise. */
	base: PostDraft;
	/** The text on the screen. */
	draft: PostDraft;
	/** Counts how often it was replaced from outside. */
	replaced: number;
	sending: Sending | undefined;
	/** What was on the screen when the save keys were pressed during a save. It is saved next, and nothing typed since. */
	waiting: PostDraft | undefined;
	/** Saves without an answer: the server may have done them. */
	unconfirmed: Sending[];
	/** Both have changed these fields. */
	conflict: { theirs: PresentedPost; fields: DraftField[]; publish: boolean } | undefined;
	/** How far readers saw the post when the author last saved it or opened it. */
	knownReach: Reach;
	/** Someone has deleted the post. */
	isGone: boolean;
	/** The text was left unsaved by an earlier visit. */
	isRestored: boolean;
	/** The message for each refused field. */
	errors: Record<string, string>;
};

/** @param now in milliseconds. @param save_id a new UUID */
export type PostEditorAction =
	| { type: "change"; fields: Partial<PostDraft> }
	| { type: "errors"; errors: Record<string, string> }
	| { type: "save"; publish: boolean; now: number; save_id: string }
	| { type: "saved"; row: PresentedPost; now: number; save_id: string }
	/** The post isn't the version that the save stands on. */
	| { type: "refused"; current: PresentedPost; now: number; save_id: string }
	| { type: "failed"; isUnanswered: boolean; errors: Record<string, string> }
	/** Someone has deleted this post, as an answer says that may come after the text goes on as another one. */
	| { type: "gone"; id: string }
	/** Someone else has changed the post, or this account in another window. */
	| { type: "newer"; row: PresentedPost; now: number }
	| { type: "choose"; mine: boolean; now: number; save_id: string }
	| { type: "keep editing" }
	| { type: "save as new"; id: string; save_id: string; now: number }
	/** Goes on with other unsaved changes, or with none. */
	| { type: "replace"; fields: Partial<PostDraft> }
	/** Goes on with the post as it is now. */
	| { type: "adopt"; row: PresentedPost; now: number };

/** What an earlier visit has left unsaved. */
export type LeftDraft = { draft: DraftContents; unconfirmed: readonly string[] };

export function initialState(
	id: string,
	post: PresentedPost | undefined,
	left: LeftDraft | undefined,
	now: number,
): PostEditorState {
	const saved = draftOf(post);
	const state: PostEditorState = {
		id,
		post,
		base: saved,
		draft: saved,
		replaced: 0,
		sending: undefined,
		waiting: undefined,
		unconfirmed: [],
		conflict: undefined,
		knownReach: reachOf(saved, now),
		isGone: false,
		isRestored: false,
		errors: {},
	};
	if (!left) return state;
	const { fields, before, basis } = left.draft;
	const touched = touchedFields(before, pick(fields, Object.keys(before) as DraftField[]));
	const draft = { ...saved, ...(post ? touched : fields) };
	const isRestored = differing(saved, draft, draftFields).length > 0;
	// A version that one of its own saves has made is no one else's.
	const isOwn = post !== undefined && left.unconfirmed.includes(post.save_ids.at(-1) ?? "");
	if (!post || isOwn || basis === post.version) return { ...state, draft, isRestored, isGone: !post && basis !== null };
	// It stands on an earlier version, which the first save finds out, and asks about what both have changed.
	const earlier = { ...post, ...before, version: basis ?? 0 };
	return {
		...state,
		post: earlier,
		base: { ...saved, ...before },
		draft,
		isRestored,
		knownReach: reachOf({ ...saved, ...before }, now),
	};
}

export const touchedNames = ({ base, draft }: PostEditorState): DraftField[] => differing(base, draft, draftFields);
export const isDirty = (state: PostEditorState): boolean => touchedNames(state).length > 0;

/** Someone has put the post on the site, or scheduled it, or its time has come: This text gets there only by the button that says so. */
export function wentPublic({ post, draft, knownReach }: PostEditorState, now: number): boolean {
	return post !== undefined && isFurther(reachNow(post, now), knownReach) && reachOf(draft, now) !== "off";
}

/** What was just published by the server's clock does not lie ahead. */
const reachNow = (post: PresentedPost, now: number) => reachOf(post, Math.max(now, Date.parse(post.updated_at)));

/** The unsaved changes, as they are stored until the save; undefined if there are none. */
export function contentsOf(state: PostEditorState): DraftContents | undefined {
	const names = touchedNames(state);
	if (names.length === 0) return undefined;
	const before = pick(draftOf(state.post), [...names, "status", "published_at"]);
	return { fields: state.draft, before, basis: state.post?.version ?? null };
}

export function reduce(state: PostEditorState, action: PostEditorAction): PostEditorState {
	switch (action.type) {
		case "change": {
			const cleared = Object.fromEntries(Object.keys(action.fields).map((name) => [name, ""]));
			const draft = changeDraft(state.draft, action.fields, !state.post);
			return { ...state, draft, errors: { ...state.errors, ...cleared } };
		}
		case "errors":
			return { ...state, errors: { ...state.errors, ...action.errors } };
		case "save":
			if (!state.sending) return send(acknowledge(state, action.now), state.draft, action);
			return action.publish ? state : { ...state, waiting: state.draft };
		case "saved":
			return state.sending ? goOn(afterSave(state, action.row, state.sending, action.now), action) : state;
		case "refused":
			return afterRefusal(state, action);
		case "failed": {
			const { sending, unconfirmed, errors } = state;
			const lost = action.isUnanswered && sending && !unconfirmed.includes(sending);
			return {
				...idle(state),
				unconfirmed: lost ? [...unconfirmed, sending] : unconfirmed,
				errors: { ...errors, ...action.errors },
			};
		}
		case "gone":
			return action.id === state.id ? { ...idle(state), isGone: true } : state;
		case "newer": {
			if (state.sending || !state.post || action.row.version <= state.post.version) return state;
			const own = storedSave(action.row, state.unconfirmed);
			if (own && isNewestSave(action.row, own)) return afterSave(state, action.row, own, action.now);
			const { next, both } = takeOver(state, action.row);
			// Otherwise the next save asks.
			return both.length > 0 ? state : next;
		}
		case "choose":
			return afterChoice(state, action);
		case "keep editing":
			return { ...state, conflict: undefined };
		case "save as new": {
			const draft = { ...state.draft, status: "draft" as const };
			const next = {
				...state,
				id: action.id,
				post: undefined,
				base: emptyDraft,
				draft,
				isGone: false,
				unconfirmed: [],
			};
			return send(next, draft, { ...action, publish: false });
		}
		case "replace":
			return {
				...state,
				draft: { ...state.base, ...action.fields },
				replaced: state.replaced + 1,
				isRestored: false,
				errors: {},
			};
		case "adopt":
			return { ...initialState(state.id, action.row, undefined, action.now), replaced: state.replaced + 1 };
	}
}

const idle = (state: PostEditorState): PostEditorState => ({ ...state, sending: undefined, waiting: undefined });

/** The author presses a button that says what becomes of the post as it is now. */
const acknowledge = (state: PostEditorState, now: number): PostEditorState =>
	state.post ? { ...state, knownReach: reachNow(state.post, now) } : state;

type Press = { publish: boolean; now: number; save_id: string };

/** Only what was touched is sent, so that a save never puts back what someone else has changed. */
function send(state: PostEditorState, text: PostDraft, { publish, now, save_id }: Press): PostEditorState {
	const fields = state.post ? touchedFields(state.base, text) : text;
	const ahead = dateAhead(text.published_at, now);
	// The button said when by this computer's clock, and the server's may be another.
	const date = publish ? { published_at: ahead ?? null, schedule: ahead !== undefined } : {};
	const body = { ...fields, ...date, publish };
	const known = state.unconfirmed.find((sent) => isSame(sent.body, body));
	const sending = { save_id: known?.save_id ?? save_id, body, text, over: state.post?.version ?? null };
	return { ...state, sending, waiting: undefined, conflict: undefined };
}

/** What was typed since stays; the rest becomes what the server has made of it. */
function afterSave(state: PostEditorState, row: PresentedPost, sent: Sending, now: number): PostEditorState {
	const saved = draftOf(row);
	const isAsSent = "content" in sent.body ? isNewestSave(row, sent) : row.content === state.post?.content;
	const base = isAsSent ? { ...saved, content: sent.text.content } : saved;
	const keepTyped = (text: PostDraft): PostDraft => ({ ...base, ...touchedFields(sent.text, text) });
	const draft = keepTyped(state.draft);
	return {
		...state,
		post: row,
		base,
		draft,
		replaced: draft.content === state.draft.content ? state.replaced : state.replaced + 1,
		sending: undefined,
		waiting: state.waiting && keepTyped(state.waiting),
		unconfirmed: [],
		conflict: undefined,
		knownReach: reachNow(row, now),
		isRestored: false,
		errors: {},
	};
}

/** Saves what waited for the save before, if that has left anything of it. */
function goOn(state: PostEditorState, { now, save_id }: Omit<Press, "publish">): PostEditorState {
	const { waiting, base } = state;
	if (!waiting || differing(base, waiting, draftFields).length === 0) return { ...state, waiting: undefined };
	return send(state, waiting, { publish: false, now, save_id });
}

/** Takes over what only someone else has changed. @returns also the fields that both have changed, in which the text stays */
function takeOver(state: PostEditorState, row: PresentedPost, text = state.draft) {
	const theirs = draftOf(row);
	const changed = differing(draftOf(state.post), theirs, draftFields);
	const touched = new Set([...touchedNames(state), ...differing(state.base, text, draftFields)]);
	const taken = pick(theirs, changed);
	const untouched = pick(
		theirs,
		changed.filter((name) => !touched.has(name)),
	);
	const next: PostEditorState = {
		...state,
		post: row,
		// Also what both have changed: the next save names it as touched, over their version.
		base: { ...state.base, ...taken },
		draft: { ...state.draft, ...untouched },
		replaced: "content" in untouched ? state.replaced + 1 : state.replaced,
	};
	const both = changed.filter((name) => touched.has(name) && !isSame(state.draft[name], theirs[name]));
	return { next, both, text: { ...text, ...untouched } };
}

function afterRefusal(
	state: PostEditorState,
	{ current, now, save_id }: { current: PresentedPost; now: number; save_id: string },
): PostEditorState {
	const { sending, unconfirmed } = state;
	if (!sending) return state;
	// Its answer was lost, or it was sent again by the network.
	if (storedSave(current, [sending])) return goOn(afterSave(state, current, sending, now), { now, save_id });
	const pressed = state.waiting ?? sending.text;
	const again = { publish: sending.body.publish, now, save_id };
	const own = storedSave(current, unconfirmed);
	if (own && isNewestSave(current, own)) {
		const next = afterSave({ ...state, waiting: pressed }, current, own, now);
		return send(next, next.waiting ?? next.draft, again);
	}
	const { next, both, text } = takeOver(state, current, pressed);
	if (both.length > 0) {
		return { ...idle(state), conflict: { theirs: current, fields: both, publish: sending.body.publish } };
	}
	// It isn't sent again by itself: the author is to see first that readers will.
	if (isFurther(reachNow(current, now), state.knownReach)) return idle(next);
	return send(next, text, again);
}

function afterChoice(
	state: PostEditorState,
	{ mine, now, save_id }: { mine: boolean; now: number; save_id: string },
): PostEditorState {
	const { conflict } = state;
	if (!conflict) return state;
	const { next } = takeOver({ ...state, conflict: undefined }, conflict.theirs);
	if (!mine) {
		const draft = { ...next.draft, ...pick(draftOf(conflict.theirs), conflict.fields) };
		return { ...next, draft, replaced: next.replaced + 1 };
	}
	if (isFurther(reachNow(conflict.theirs, now), state.knownReach)) return next;
	return send(next, next.draft, { publish: conflict.publish, now, save_id });
}
