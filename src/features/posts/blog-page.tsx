import { data } from "react-router";
import { depsFrom } from "#platform/deps.server.ts";
import { breadcrumbs, pageMeta } from "#site/seo.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/blog-page";
import { NewsletterBox } from "./newsletter-box.tsx";
import { PostCard } from "./post-card.tsx";
import { type PostCardContent, presentCards } from "./present-public-posts.server.ts";
import { listPublicPosts, nextPublication } from "./public-posts.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
	const { db, clock, logger } = depsFrom(context);
	const now = clock();
	try {
		const [posts, next] = await Promise.all([listPublicPosts(db, now), nextPublication(db, now)]);
		const headers = next && { Expires: next.toUTCString() };
		return data({ posts: await presentCards(db, posts) }, headers ? { headers } : undefined);
	} catch (error) {
		// Only logged; the list shows empty (specification 8). The status keeps the page out of the cache.
		logger.error({ err: error }, "the blog could not be listed");
		return data({ posts: [] as PostCardContent[] }, { status: 503 });
	}
}

/** A list that cannot be fetched ends like one that could not be read. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
	return serverLoader().catch((error: unknown) => {
		// biome-ignore lint/suspicious/noConsole: only logged (specification 8)
		console.error(error);
		return { posts: [] as PostCardContent[] };
	});
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
	const { siteUrl } = root.loaderData;
	return [
		...pageMeta(siteUrl, {
			title: "Blog",
			description:
				"Insights and expertise: short pieces on saying things well, from the people who do it for a living.",
			path: "/blog",
		}),
		{ tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/rss.xml" },
		breadcrumbs(siteUrl, [{ name: "Blog", path: "/blog" }]),
	];
};

export default function BlogPage({ loaderData: { posts } }: Route.ComponentProps) {
	return (
		<>
			<header className="on-band under-header bg-sky">
				<div className="wrap grid gap-5 pt-[clamp(2rem,5vw,5rem)] pb-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-[8fr_4fr] lg:items-end lg:gap-x-10">
					<h1 className="font-display text-display">Insights &amp; Expertise</h1>
					<p className="max-w-[24em] text-pretty text-lead">
						Short pieces on saying things well. Most of them are shorter than a coffee.
					</p>
				</div>
			</header>
			<div className="wrap grid gap-(--spacing-section) pt-[clamp(2rem,4vw,3.5rem)] pb-section">
				{posts.length > 0 ? <Posts posts={posts} /> : <NoPosts />}
				<NewsletterBox />
			</div>
		</>
	);
}

function Posts({ posts }: { posts: PostCardContent[] }) {
	return (
		<div className="grid gap-x-6 gap-y-[clamp(2.5rem,4vw,4rem)] min-[44rem]:grid-cols-2 min-[69rem]:grid-cols-3">
			{posts.map((post, index) => (
				<PostCard
					key={post.path}
					post={post}
					lead={index === 0}
					alone={index === posts.length - 1 && index % 3 === 1}
				/>
			))}
		</div>
	);
}

function NoPosts() {
	return (
		<section className="grid justify-items-start gap-3 border-line border-y py-[clamp(3rem,8vw,7rem)]">
			<h2 className="font-display text-h2">No Blog Posts Yet</h2>
			<p className="mb-4 max-w-read text-pretty text-lead text-quiet">
				We are choosing the first words. Until they are here, ask us directly.
			</p>
			<ButtonLink to="/contact">Get in Touch</ButtonLink>
		</section>
	);
}
