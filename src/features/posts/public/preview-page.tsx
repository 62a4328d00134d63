import { data } from "react-router";
import { findPreviewedPost } from "#features/posts/post-previews.server.ts";
import { privatePage } from "#lib/private-page.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import type { Route } from "./+types/preview-page";
import { ArticleView, PostNotFound } from "./article-view.tsx";
import { presentArticle } from "./present-public-posts.server.ts";

/** A revoked or expired link must end at once. */
export const handle = privatePage;

/** The address is the key: no other site may learn it. */
export const headers = () => ({ "referrer-policy": "no-referrer" });

export async function loader({ params, context }: Route.LoaderArgs) {
	const { db, clock } = depsFrom(context);
	const post = await findPreviewedPost(db, params.token, clock());
	if (!post) return data({ article: null }, { status: 404 });
	return data({ article: await presentArticle(db, post) });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
	unlistedMeta(loaderData?.article?.title ?? "Blog Post Not Found");

export default function PreviewPage({ loaderData: { article } }: Route.ComponentProps) {
	if (!article) return <PostNotFound />;
	return (
		<>
			<p className="bg-gold px-gutter py-2.5 text-center font-semibold text-ink text-small">
				Preview: This is the post as last saved. Only people with this link can see it.
			</p>
			<ArticleView article={article} />
		</>
	);
}
