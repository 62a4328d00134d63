import { RecordActivity } from "#features/activity/record-activity.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import type { Route } from "./+types/post-editor-screen";

export const meta = () => unlistedMeta("Edit Post");

/** What stands below the editor. */
export default function PostEditorScreen({ params: { id } }: Route.ComponentProps) {
	return (
		<div className="mt-4">
			<RecordActivity table="blog_posts" id={id} />
		</div>
	);
}
