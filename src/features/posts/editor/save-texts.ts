import { ApiError, isUnanswered } from "#admin/session/api-client.ts";
import { isLive, isScheduled } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import type { Sending } from "./post-editor-state.ts";

export const waitsForImage = {
	title: "Not Saved Yet",
	description: "An image is still being uploaded. Save again when it's there.",
};

/** The keys don't do what only the button says. */
export const needsButton = (label: string) => ({
	title: "Not Saved Yet",
	description: `To save your changes, choose “${label}.”`,
});

const actionOf = ({ body }: Sending) => (body.publish ? (body.schedule ? "Schedule" : "Publish") : "Save");

/** What is typed stays; whoever is offline needs to be told. */
export function failureText(error: Error, sent: Sending): string {
	const failed = "Failed to save blog post";
	if (isUnanswered(error)) {
		return `${failed}. The site can't be reached. Your text is kept. ${actionOf(sent)} again to make sure.`;
	}
	// The field may be out of sight.
	const [reason] = error instanceof ApiError ? Object.values(error.fields) : [];
	return reason ? `${failed}. ${reason}` : failed;
}

/** What the save has done, by the row that came back: A colleague may have withdrawn the post since. */
export function savedToast(before: PresentedPost | undefined, saved: PresentedPost, { body, text }: Sending) {
	const now = Math.max(Date.now(), Date.parse(saved.updated_at));
	const isOut = isLive(saved, now);
	const toast = { title: body.publish && isOut ? "Blog Published!" : "Blog Saved!", tone: "success" as const };
	const was = before && { isLive: isLive(before, now), isScheduled: isScheduled(before, now) };
	if (isScheduled(saved, now) && saved.published_at) {
		const goesLive = `Goes live ${writeAhead(saved.published_at, now)}.`;
		const description = was?.isLive ? `${goesLive} Until then it's off the site.` : goesLive;
		return { ...toast, title: "Blog Scheduled!", description };
	}
	const wished = text.slug.trim();
	const isOther = wished !== saved.slug && (wished !== "" || before?.slug !== saved.slug);
	const slug = isOther ? { description: `The slug is now “${saved.slug}”.` } : {};
	if (isOut) return { ...toast, ...slug, link: { label: "View Post", href: `/blog/${saved.slug}` } };
	if (body.publish) return { ...toast, description: "The post isn't on the site." };
	if (was?.isScheduled) return { ...toast, description: "The post is no longer scheduled." };
	return was?.isLive ? { ...toast, description: "The post is no longer on the site." } : { ...toast, ...slug };
}
