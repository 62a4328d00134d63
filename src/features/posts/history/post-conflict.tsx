import { useQuery } from "@tanstack/react-query";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { draftOf, effectOfSave, type PostDraft } from "#features/posts/editor/post-draft.ts";
import { revisionsQuery } from "#features/posts/post-query.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { VersionDifference } from "./version-difference.tsx";

/** For the choice between two versions: who saved the other one, and what differs. */
export function PostConflict({
	mine,
	theirs,
}: {
	mine: { draft: PostDraft; taken?: Partial<PostDraft>; publish: boolean };
	theirs: PresentedPost;
}) {
	const now = Math.max(useNow(), Date.parse(theirs.updated_at));
	const saved = { ...mine.draft, ...mine.taken, ...(mine.publish && { status: "published" as const }) };
	const { data: revisions } = useQuery(revisionsQuery(theirs));
	// A changed status has no revision.
	const last = revisions?.find(({ autosave, saved_at }) => !autosave && saved_at === theirs.updated_at);
	const effect = effectOfSave(mine.draft, saved, draftOf(theirs), now);
	return (
		<>
			{last?.author && (
				<p>
					{last.author} saved their version <RelativeTime at={last.saved_at} />.
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
