import { data } from "react-router";
import { clientKey } from "#features/forms/submission.server.ts";
import { searchWords } from "#lib/text/search-words.ts";
import { readable } from "#lib/text/text.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { type FoundPage, findPages } from "#site/search/found-pages.server.ts";
import { SiteSearch } from "#site/search/site-search.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import type { Route } from "./+types/search-page";
import { PostCard } from "./post-card.tsx";
import { type PostCardContent, presentCards } from "./present-public-posts.server.ts";
import { searchPublicPosts } from "./public-posts.server.ts";

/** No `publicPage`: what someone looks for is theirs, and no search engine follows the made-up addresses. */
export const meta = () => unlistedMeta("Search");

const mostLetters = 100;
const mostPosts = 12;

/** More than anyone looks for; each one reads all posts. */
const searchLimit = { name: "post-search", points: 60, seconds: 10 * 60 };

const nothing = { pages: [] as FoundPage[], posts: [] as PostCardContent[] };

export async function loader({ request, context }: Route.LoaderArgs) {
	const { db, clock, rateLimits } = depsFrom(context);
	const asked = new URL(request.url).searchParams.get("q") ?? "";
	const words = readable(asked.trim().slice(0, mostLetters));
	if (searchWords(words).length === 0) return data({ words, ...nothing, wait: undefined });
	const wait = await rateLimits.count(searchLimit, clientKey());
	if (wait) return data({ words, ...nothing, wait }, { status: 429, headers: { "Retry-After": String(wait) } });
	const posts = await presentCards(db, await searchPublicPosts(db, clock(), words, mostPosts));
	return data({ words, pages: await findPages(db, words), posts, wait });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function SearchPage({ loaderData: { words, pages, posts, wait } }: Route.ComponentProps) {
	return (
		<>
			<section className="on-band under-header bg-sky">
				<div className="wrap py-[clamp(2rem,5vw,5rem)]">
					<h1 className="mb-8 font-display text-h1 wrap-anywhere">
						{words ? `Results for “${words}”` : "Search this site"}
					</h1>
					<SiteSearch words={words} />
				</div>
			</section>
			<div className="wrap grid gap-(--spacing-section) py-section">
				{pages.length > 0 && <FoundPages pages={pages} />}
				{posts.length > 0 && <FoundPosts posts={posts} />}
				{words && pages.length + posts.length === 0 && (
					<p className="font-display text-h3">
						{wait
							? "That was a lot of searching. Please try again in a few minutes."
							: "We didn't find anything. Try fewer or different words."}
					</p>
				)}
				<div className="grid justify-items-start gap-5 border-line border-t pt-8">
					<p className="font-display text-h3">Still looking? Tell us what for.</p>
					<ButtonAnchor href="/contact" variant="secondary" className="max-md:w-full">
						Get in Touch
					</ButtonAnchor>
				</div>
			</div>
		</>
	);
}

function FoundPages({ pages }: { pages: FoundPage[] }) {
	return (
		<section>
			<h2 className="mb-5 font-semibold text-small">Services and open positions</h2>
			<ul className="border-line border-b">
				{pages.map(({ path, title, about }) => (
					<li
						key={path}
						className="grid gap-x-6 gap-y-1 border-line border-t py-4 md:grid-cols-[5fr_7fr] md:items-baseline"
					>
						<a
							href={path}
							className="font-display text-h3 decoration-2 decoration-vermilion underline-offset-4 hover:underline"
						>
							{title}
						</a>
						<span className="text-quiet">{about}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

function FoundPosts({ posts }: { posts: PostCardContent[] }) {
	return (
		<section>
			<h2 className="mb-5 font-semibold text-small">Posts</h2>
			<div className="grid gap-x-6 gap-y-[clamp(2.5rem,4vw,4rem)] min-[44rem]:grid-cols-2 min-[69rem]:grid-cols-6">
				{posts.map((post) => (
					<PostCard key={post.path} post={post} />
				))}
			</div>
		</section>
	);
}
