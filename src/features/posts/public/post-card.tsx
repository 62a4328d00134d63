import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import { PostPicture } from "./post-picture.tsx";
import type { PostCardContent } from "./present-public-posts.server.ts";

export function PostTag({ children }: { children: string }) {
	return (
		<p className="inline-flex min-h-7 items-center justify-self-start rounded-bowl bg-sky py-0.5 pr-3 pl-4 font-semibold text-ink text-label">
			{children}
		</p>
	);
}

/** In characters. A longer one would be taller than the picture beside it. */
const largeTitle = 70;

type PostCardProps = {
	post: PostCardContent;
	/** The newest post, large, with its words beside the picture. */
	lead?: boolean;
	/** Two in a row, not three. */
	wide?: boolean;
};

export function PostCard({ post, lead = false, wide = false }: PostCardProps) {
	const isLarge = lead && post.title.length <= largeTitle;
	return (
		<article
			className={clsx(
				"group grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5",
				// Neighbors end on one line.
				!lead && "grid-rows-[auto_1fr]",
				lead && "col-span-full content-start min-[69rem]:grid-cols-[8fr_4fr] min-[69rem]:items-end min-[69rem]:gap-10",
				!lead && (wide ? "min-[69rem]:col-span-3" : "min-[69rem]:col-span-2"),
			)}
		>
			<div className="overflow-hidden rounded-sm">
				<PostPicture
					post={post}
					sizes={lead ? "(min-width: 69rem) 64vw, 92vw" : "(min-width: 69rem) 31vw, (min-width: 44rem) 46vw, 92vw"}
					priority={lead}
					className="aspect-video transition-[scale] duration-500 ease-out group-hover:scale-[1.025] motion-reduce:group-hover:scale-100"
				/>
			</div>
			<div className="grid min-w-0 grid-rows-[auto_auto_1fr]">
				<PostTag>{post.tag}</PostTag>
				<h2
					dir="auto"
					className={clsx("mt-3.5 text-left font-display wrap-anywhere", isLarge ? "mb-5 text-h2" : "mb-3.5 text-h3")}
				>
					<a
						href={post.path}
						className="no-underline decoration-2 decoration-vermilion underline-offset-4 hover:underline"
					>
						{post.title}
					</a>
				</h2>
				<p dir="auto" className="text-pretty text-left text-quiet wrap-anywhere">
					{post.summary}
				</p>
				<p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-quiet text-sm">
					{post.published && <time dateTime={post.published.iso}>{post.published.text}</time>}
					<span>{post.minutes} min read</span>
					<a href={post.path} className="rule-link ml-auto inline-flex items-center gap-2 text-ink no-underline">
						<span>
							Read More
							{/* Screen readers and search engines list links without their surroundings. */}
							<span className="sr-only">{` about ${post.title}`}</span>
						</span>
						<ArrowRight
							aria-hidden
							className="size-4 transition-[translate] duration-240 ease-out group-hover:translate-x-1 motion-reduce:group-hover:translate-x-0"
							strokeWidth={1.75}
						/>
					</a>
				</p>
			</div>
		</article>
	);
}
