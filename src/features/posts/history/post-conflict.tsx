import { useQuery } from "@tanstack/react-query";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { actorName } from "#features/activity/activity-text.ts";
import { recordActivityQuery } from "#features/activity/record-activity.tsx";
import { draftOf, effectOfSave, type PostDraft } from "#features/posts/editor/post-draft.ts";
import { dateAhead } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { VersionDifference } from "./version-difference.tsx";

/** For the choice between two versions: who saved the other one, and what differs. */
export function PostConflict({
	mine,
	theirs,
}: {
	mine: { draft: PostDraft; before: PostDraft; taken?: Partial<PostDraft>; publish: boolean };
	theirs: PresentedPost;
}) {
	const now = Math.max(useNow(), Date.parse(theirs.updated_at));
	const published = {
		status: "published" as const,
		published_at: dateAhead(mine.draft.published_at, now) ?? new Date(now).toISOString(),
	};
	const saved = { ...mine.draft, ...mine.taken, ...(mine.publish && published) };
	const { data: activity, isFetching } = useQuery({ ...recordActivityQuery("blog_posts", theirs.id), staleTime: 0 });
	// A preview link changes nothing of the post.
	const last = isFetching ? undefined : activity?.rows.find(({ action }) => action === "update");
	const versions = { mine: mine.draft, before: mine.before, saved, theirs: draftOf(theirs) };
	const effect = effectOfSave(versions, now, Date.parse(theirs.updated_at));
	return (
		<>
			{last && (
				<p>
					{actorName(last)} changed this post <RelativeTime at={last.at} />.
				</p>
			)}
			{effect && <p className="font-semibold">{effect}</p>}
			<section
				aria-label="Differences"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="mt-1 grid max-h-72 gap-3 overflow-y-auto rounded-sm border border-border p-3"
			>
				<p aria-hidden className="flex flex-wrap gap-x-3 text-xs">
					<del className="rounded-xs bg-status-red-bg px-1 text-status-red">Only in their version</del>
					<ins className="rounded-xs bg-status-green-bg px-1 text-status-green">Only in your version</ins>
				</p>
				<VersionDifference
					before={draftOf(theirs)}
					after={saved}
					names={{ before: "Only in their version", after: "Only in your version" }}
					none="The two versions are identical."
				/>
			</section>
		</>
	);
}
