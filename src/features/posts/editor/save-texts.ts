import { ApiError, isUnanswered } from "#admin/session/api-client.ts";
import { dateAhead, isLive, isScheduled } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import type { PostDraft, Unconfirmed } from "./post-draft.ts";

const deleted = "Someone has deleted this post. You can go on with your text in a new one.";

export const waitsForImage = {
	title: "Not Saved Yet",
	description: "An image is still being uploaded. Save again when it's there.",
};

/** Why another version hasn't taken the place of one's own. */
export const notKept = {
	failed: {
		title: "Save Error",
		description: "Your version couldn't be stored in the history, so it stays on this screen. Please try again.",
		tone: "destructive",
	},
	untitled: {
		title: "Save Error",
		description: "Your version needs a title for the history. Choose “Keep Editing,” and type one.",
		tone: "destructive",
	},
	gone: {
		title: "Blog Post Deleted",
		description: "Someone has deleted this post, and both versions with it. Save yours to go on with it in a new one.",
		tone: "destructive",
	},
} as const;

export const leftInConflict = ({ publish }: Save) => ({
	title: "Newer Version Found",
	description: publish
		? "The post you left has been changed by someone else, so it wasn't published."
		: "The post you left has been changed by someone else, so your changes weren't saved. They are offered when you open it again.",
	tone: "destructive" as const,
});

/** A new post whose first save had no answer. */
export function savedAfterAll(post: Pick<PresentedPost, "title" | "slug" | "status" | "published_at" | "updated_at">) {
	const now = Date.now();
	const place = isLive(post, now)
		? "is on the site"
		: isScheduled(post, now)
			? "is scheduled"
			: "is in the list of blog posts";
	return {
		title: "Saved After All",
		description: `“${post.title}” ${place}. Anything that you typed after it is offered when you open it.`,
		tone: "success" as const,
		...(isLive(post, now) && { link: { label: "View Post", href: `/blog/${post.slug}` } }),
	};
}

type Sent = Pick<Save, "draft" | "publish"> | undefined;

function actionOf(sent: Sent): Unconfirmed {
	if (!sent?.publish) return "Saving";
	return dateAhead(sent.draft.published_at, Date.now()) ? "Scheduling" : "Publishing";
}

/** @param before what had no answer before: saving doesn't settle whether the post was published */
export function lostAnswer(sent: Sent, before: Unconfirmed | undefined): Unconfirmed {
	const action = actionOf(sent);
	return action === "Saving" ? (before ?? action) : action;
}

/**
 * What is typed stays; whoever is offline needs to be told.
 * @param sent what the save was for
 * @param isLeft its author has gone to another screen
 */
export function failureText(error: Error, sent: Sent, isLeft: boolean): string {
	if (error instanceof ApiError && error.status === 404) return deleted;
	const failed = "Failed to save blog post";
	const again = { Saving: "Save", Publishing: "Publish", Scheduling: "Schedule" }[actionOf(sent)];
	// The field may be out of sight.
	const [reason] = error instanceof ApiError ? Object.values(error.fields) : [];
	if (!isUnanswered(error)) return reason ? `${failed}. ${reason}` : failed;
	return isLeft
		? `${failed}. The site can't be reached. ${sent?.publish ? "Please look at the post again." : "Your text is offered when you open the post again."}`
		: `${failed}. The site can't be reached. Your text stays on this screen. ${again} again to make sure.`;
}

export type Save = {
	draft: PostDraft;
	/** The post as it was when its draft began. */
	before: PostDraft;
	/** Of the newer version that it replaces. */
	taken?: Partial<PostDraft>;
	publish: boolean;
};

export function savedTitle(saved: PresentedPost, { publish }: Save): string {
	if (isScheduled(saved, Date.now())) return "Blog Scheduled!";
	return publish ? "Blog Published!" : "Blog Saved!";
}

/**
 * What the save has changed for readers, and what it has made of the slug.
 * @param unconfirmed what the save before it did, perhaps
 */
export function savedText(
	before: PresentedPost | undefined,
	saved: PresentedPost,
	{ draft }: Save,
	unconfirmed: Unconfirmed | undefined,
) {
	const now = Date.now();
	const wished = draft.slug.trim();
	const isOther = wished !== saved.slug && (wished !== "" || before?.slug !== saved.slug);
	const slug = isOther ? { description: `The slug is now “${saved.slug}”.` } : {};
	const was = before && { isLive: isLive(before, now), isScheduled: isScheduled(before, now) };
	if (isScheduled(saved, now) && saved.published_at) {
		const goesLive = `Goes live ${writeAhead(saved.published_at, now)}.`;
		return { description: was?.isLive ? `${goesLive} Until then it's off the site.` : goesLive };
	}
	if (isLive(saved, now)) return { ...slug, link: { label: "View Post", href: `/blog/${saved.slug}` } };
	if (unconfirmed === "Publishing") return { description: "The post isn't on the site." };
	if (unconfirmed === "Scheduling") return { description: "The post isn't scheduled." };
	if (was?.isScheduled) return { description: "The post is no longer scheduled." };
	return was?.isLive ? { description: "The post is no longer on the site." } : slug;
}
