import { data } from "react-router";
import { z } from "zod";
import { findPreviewedPost } from "#features/posts/post-previews.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import type { Route } from "./+types/preview-page";
import { ArticleView, PostNotFound } from "./article-view.tsx";
import { presentArticle } from "./present-public-posts.server.ts";

/** A revoked or expired link must end at once. */
/** The address is the key: no other site may learn it. */
export const headers = () => ({ "referrer-policy": "no-referrer" });

/** Whose unsaved changes to show, if anyone's. */
const authorSchema = z.uuid().optional().catch(undefined);

export async function loader({ params, request, context }: Route.LoaderArgs) {
	const { db, clock } = depsFrom(context);
	const author = authorSchema.parse(new URL(request.url).searchParams.get("draft") ?? undefined);
	const found = await findPreviewedPost(db, params.token, clock(), author);
	if (!found) return data({ article: null, banner: "" }, { status: 404 });
	return data({ article: await presentArticle(db, found.post), banner: bannerOf(found, clock()) });
}

type Previewed = NonNullable<Awaited<ReturnType<typeof findPreviewedPost>>>;

function bannerOf({ post, isSaved }: Previewed, now: Date): string {
	if (!isSaved) return "Preview: This shows changes that aren't saved yet. Only people with this link can see them.";
	const isOut = post.status === "published" && post.published_at !== null && post.published_at <= now;
	return isOut
		? "Preview: This is the post as last saved. It is on the site."
		: "Preview: This is the post as last saved. Only people with this link can see it.";
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
	unlistedMeta(loaderData?.article?.title ?? "Blog Post Not Found");

export default function PreviewPage({ loaderData: { article, banner } }: Route.ComponentProps) {
	if (!article) return <PostNotFound />;
	return (
		<>
			<p className="bg-gold px-gutter py-2.5 text-center font-semibold text-ink text-small">{banner}</p>
			<ArticleView article={article} />
		</>
	);
}
