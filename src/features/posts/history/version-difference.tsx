import { StretchText } from "#admin/editing/word-difference.tsx";
import type { PostDraft } from "#features/posts/editor/post-draft.ts";
import { differences } from "./post-difference.ts";

/** What differs between two versions of a post, field by field. */
export function VersionDifference({
	before,
	after,
	none,
	names = { before: "Removed", after: "Added" },
}: {
	before: PostDraft;
	after: PostDraft;
	/** Said if they are the same. */
	none: string;
	/** What a screen reader says before a stretch that is in one version only. */
	names?: { before: string; after: string };
}) {
	const fields = differences(before, after);
	if (fields.length === 0) return <p className="text-muted-foreground">{none}</p>;
	return (
		<dl className="grid gap-2.5">
			{fields.map(({ label, stretches }) => (
				<div key={label}>
					<dt className="font-semibold text-muted-foreground text-xs">{label}</dt>
					<dd className="whitespace-pre-line wrap-anywhere">
						{stretches.length === 0 && "Only the formatting, links, or images differ."}
						{stretches.map((stretch, place) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other identity
							<StretchText key={place} stretch={stretch} names={names} />
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}
