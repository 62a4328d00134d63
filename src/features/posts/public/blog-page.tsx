import { ArrowLeft, ArrowRight, Search } from "lucide-react";
import { data } from "react-router";
import { depsFrom } from "#platform/process/deps.server.ts";
import { content } from "#site/content/content.tsx";
import { breadcrumbs, pageMeta, unlistedMeta } from "#site/crawlers/seo.ts";
import NotFoundPage from "#site/not-found/not-found-page.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/blog-page";
import { blogPageOf, blogPagePath, postsOnPage } from "./blog-pages.ts";
import { NewsletterBox } from "./newsletter-box.island.tsx";
import { PostCard } from "./post-card.tsx";
import { type PostCardContent, presentCards } from "./present-public-posts.server.ts";
import { listPublicPosts, nextPublication } from "./public-posts.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
	const { db, clock, logger } = depsFrom(context);
	const now = clock();
	const page = blogPageOf(new URL(request.url).search);
	try {
		const [posts, next] = await Promise.all([
			listPublicPosts(db, now, postsOnPage + 1, (page - 1) * postsOnPage),
			nextPublication(db, now),
		]);
		const shown = await presentCards(db, posts.slice(0, postsOnPage));
		const headers = next && { Expires: next.toUTCString() };
		return data(
			{ posts: shown, page, hasOlder: posts.length > postsOnPage },
			{ status: isBehindLast(shown, page) ? 404 : 200, ...(headers && { headers }) },
		);
	} catch (error) {
		// Only logged; the list shows empty (specification 8). The status keeps the page out of the cache.
		logger.error({ err: error }, "the blog could not be listed");
		return data(noPosts, { status: 503 });
	}
}

const isBehindLast = (posts: PostCardContent[], page: number) => posts.length === 0 && page > 1;

const noPosts = { posts: [] as PostCardContent[], page: 1, hasOlder: false };

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
	const { siteUrl } = root.loaderData;
	const { posts, page } = loaderData ?? noPosts;
	const texts = content("blog");
	if (isBehindLast(posts, page)) return unlistedMeta("Page not found");
	return [
		...pageMeta(siteUrl, {
			title: page === 1 ? texts["search.title"] : `${texts["search.title"]}, Page ${page}`,
			description: texts["search.description"],
			path: blogPagePath(page),
		}),
		{ tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/rss.xml" },
		breadcrumbs(siteUrl, [{ name: "Blog", path: "/blog" }]),
	];
};

export default function BlogPage({ loaderData: { posts, page, hasOlder } }: Route.ComponentProps) {
	if (isBehindLast(posts, page)) return <NotFoundPage />;
	const texts = content("blog");
	return (
		<>
			<header className="on-band under-header bg-sky">
				<div className="wrap grid gap-5 pt-[clamp(2rem,5vw,5rem)] pb-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-[8fr_4fr] lg:items-end lg:gap-x-10">
					<h1 className="font-display text-display">{texts.heading}</h1>
					<div>
						<p className="max-w-[24em] text-pretty text-lead">{texts.lead}</p>
						<a href="/search" className="rule-link mt-5 inline-flex items-center gap-2 text-ink no-underline">
							<Search aria-hidden className="size-4" strokeWidth={1.75} />
							Search This Site
						</a>
					</div>
				</div>
			</header>
			<div className="wrap grid gap-(--spacing-section) pt-[clamp(2rem,4vw,3.5rem)] pb-section">
				{posts.length > 0 ? <Posts posts={posts} hasLead={page === 1} /> : <NoPosts />}
				{(page > 1 || hasOlder) && <OtherPages page={page} hasOlder={hasOlder} />}
				<Island
					name="newsletter-box"
					of={NewsletterBox}
					props={{ heading: texts["newsletter.heading"], lead: texts["newsletter.lead"] }}
				/>
			</div>
		</>
	);
}

/** How many of the last cards stand two in a row, so that no row of three has an empty place. */
const wideCards = (cards: number) => [0, 4, 2][cards % 3] ?? 0;

/** @param props.hasLead whether the first one has a row to itself */
function Posts({ posts, hasLead }: { posts: PostCardContent[]; hasLead: boolean }) {
	const cards = posts.length - (hasLead ? 1 : 0);
	return (
		<div className="grid gap-x-6 gap-y-[clamp(2.5rem,4vw,4rem)] min-[44rem]:grid-cols-2 min-[69rem]:grid-cols-6">
			{posts.map((post, index) => (
				<PostCard
					key={post.path}
					post={post}
					lead={(hasLead && index === 0) || cards === 1}
					wide={index >= posts.length - wideCards(cards)}
				/>
			))}
		</div>
	);
}

function OtherPages({ page, hasOlder }: { page: number; hasOlder: boolean }) {
	return (
		<nav
			aria-label="Pages of the blog"
			className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-6"
		>
			{page > 1 ? (
				<a href={blogPagePath(page - 1)} rel="prev" className={pageLink}>
					<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
					Newer Posts
				</a>
			) : (
				<span />
			)}
			<span className="text-quiet text-sm max-sm:sr-only">Page {page}</span>
			{hasOlder ? (
				<a href={blogPagePath(page + 1)} rel="next" className={pageLink}>
					Older Posts
					<ArrowRight aria-hidden className="size-4" strokeWidth={1.75} />
				</a>
			) : (
				<span />
			)}
		</nav>
	);
}

const pageLink = "rule-link inline-flex items-center gap-2 text-ink no-underline";

function NoPosts() {
	const texts = content("blog");
	return (
		<section className="grid justify-items-start gap-3 border-line border-y py-[clamp(3rem,8vw,7rem)]">
			<h2 className="font-display text-h2">{texts["none.heading"]}</h2>
			<p className="mb-4 max-w-read text-pretty text-lead text-quiet">{texts["none.lead"]}</p>
			<ButtonAnchor href="/contact" className="max-md:w-full">
				{texts["none.button"]}
			</ButtonAnchor>
		</section>
	);
}
