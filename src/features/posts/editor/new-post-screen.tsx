import { unlistedMeta } from "#site/crawlers/seo.ts";

export const meta = () => unlistedMeta("New Post");

/** The editor is all there is. */
export default function NewPostScreen() {
	return null;
}
