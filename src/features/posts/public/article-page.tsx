import { data } from "react-router";
import { movedTo } from "#lib/moved.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import type { Route } from "./+types/article-page";
import { articleMeta } from "./article-meta.ts";
import { ArticleView, PostNotFound } from "./article-view.tsx";
import { presentArticle } from "./present-public-posts.server.ts";
import { findPublicPost } from "./public-posts.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
	const { db, clock, logger } = depsFrom(context);
	try {
		const found = await findPublicPost(db, params.slug, clock());
		if (!found) return data({ article: null }, { status: 404 });
		if ("movedTo" in found) throw movedTo(`/blog/${found.movedTo}`);
		return data({ article: await presentArticle(db, found.post) });
	} catch (error) {
		if (error instanceof Response) throw error;
		logger.error({ err: error, slug: params.slug }, "a blog post could not be loaded");
		return data({ article: null }, { status: 503 });
	}
}

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) =>
	loaderData?.article ? articleMeta(root.loaderData.siteUrl, loaderData.article) : unlistedMeta("Blog Post Not Found");

export default function ArticlePage({ loaderData: { article }, matches }: Route.ComponentProps) {
	return article ? <ArticleView article={article} siteUrl={matches[0].loaderData.siteUrl} /> : <PostNotFound />;
}
