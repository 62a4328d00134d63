import { unlistedMeta } from "#site/crawlers/seo.ts";
import { PostEditor } from "./post-editor.tsx";

export const meta = () => unlistedMeta("New Post");

export default function NewPostScreen() {
	return <PostEditor />;
}
