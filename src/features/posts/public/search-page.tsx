import { data } from "react-router";
import { clientKey } from "#features/quarantine/submission.server.ts";
import { privatePage } from "#lib/private-page.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { PostSearch } from "#site/not-found/post-search.tsx";
import type { Route } from "./+types/search-page";
import { PostCard } from "./post-card.tsx";
import { presentCards } from "./present-public-posts.server.ts";
import { searchPublicPosts } from "./public-posts.server.ts";

/** What someone looks for is theirs: no answer is kept, and no search engine follows the made-up addresses. */
export const handle = privatePage;

export const meta = () => unlistedMeta("Search");

const mostLetters = 100;
const mostPosts = 12;

/** More than anyone looks for; each one reads all posts. */
const searchLimit = { name: "post-search", points: 60, seconds: 10 * 60 };

export async function loader({ request, context }: Route.LoaderArgs) {
	const { db, clock, rateLimits } = depsFrom(context);
	const words = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, mostLetters);
	if (!words) return data({ words, posts: [], wait: undefined });
	const wait = await rateLimits.count(searchLimit, clientKey());
	if (wait) return data({ words, posts: [], wait }, { status: 429, headers: { "Retry-After": String(wait) } });
	const posts = await presentCards(db, await searchPublicPosts(db, clock(), words, mostPosts));
	return data({ words, posts, wait });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function SearchPage({ loaderData: { words, posts, wait } }: Route.ComponentProps) {
	return (
		<>
			<section className="on-band under-header bg-sky">
				<div className="wrap py-[clamp(2rem,5vw,5rem)]">
					<h1 className="mb-8 font-display text-h1 wrap-anywhere">
						{words ? `Posts about “${words}”` : "Search our posts"}
					</h1>
					<PostSearch words={words} />
				</div>
			</section>
			<div className="wrap py-section">
				{posts.length > 0 ? (
					<div className="grid gap-x-6 gap-y-[clamp(2.5rem,4vw,4rem)] min-[44rem]:grid-cols-2 min-[69rem]:grid-cols-6">
						{posts.map((post) => (
							<PostCard key={post.path} post={post} />
						))}
					</div>
				) : (
					words && (
						<p className="font-display text-h3">
							{wait
								? "That was a lot of searching. Please try again in a few minutes."
								: "We didn't find any posts. Try fewer or different words."}
						</p>
					)
				)}
			</div>
		</>
	);
}
