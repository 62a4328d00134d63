import { ArrowLeft } from "lucide-react";
import { ClosingCall } from "#site/section.tsx";
import { firstLineArt } from "#site/services/closing-art.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import { Island } from "#ui/islands/island.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import { PostTag } from "./post-card.tsx";
import { PostPicture } from "./post-picture.tsx";
import type { Article } from "./present-public-posts.server.ts";
import { ShareButtons } from "./share-buttons.island.tsx";

type ArticleViewProps = {
	article: Article;
	/** None in a preview: what is not public has no address to share. */
	siteUrl?: string;
};

/** A post as visitors read it; also what a preview shows. */
export function ArticleView({ article, siteUrl }: ArticleViewProps) {
	const { path, title } = article;
	return (
		<>
			{/* Reading is only noted in the console (specification 7), by `entry.public.ts`. */}
			<span hidden data-console={JSON.stringify(["blog_read", { path, title }])} />
			<article className="wrap pb-[clamp(3rem,6vw,6rem)]">
				<ArticleHeader article={article} />
				{/* The default picture adds nothing, so it isn't shown at full width above a short text. */}
				{article.picture && (
					<PostPicture
						post={article}
						sizes="(min-width: 100rem) 95rem, 94vw"
						priority
						className="mb-[clamp(2rem,4vw,4rem)] aspect-[2/1] rounded-sm max-md:aspect-video"
					/>
				)}
				<div className="mx-auto grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-8 min-[69rem]:max-w-none min-[69rem]:grid-cols-[1fr_minmax(0,46rem)_1fr]">
					{siteUrl === undefined ? (
						// Its column stays.
						<span className="max-[69rem]:hidden" />
					) : (
						<Island
							name="share-buttons"
							of={ShareButtons}
							props={{ url: new URL(path, siteUrl).href, title }}
							className="self-start min-[69rem]:sticky min-[69rem]:top-24 min-[69rem]:justify-self-end"
						/>
					)}
					{/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the loader with the list the editor offers */}
					<div className="rich-text article-text min-w-0" dangerouslySetInnerHTML={{ __html: article.html }} />
				</div>
			</article>
			<ClosingCall
				heading="Have something to say?"
				lead="We'll help you find the first line."
				className="on-band bg-sky"
				art={firstLineArt}
			>
				<ButtonAnchor href="/book-call">Book a Consultation</ButtonAnchor>
				<ButtonAnchor href="/contact" variant="secondary">
					Get in Touch
				</ButtonAnchor>
			</ClosingCall>
		</>
	);
}

function ArticleHeader({ article: { title, tag, published, minutes } }: { article: Article }) {
	return (
		<header className="mx-auto grid max-w-[46rem] pt-[clamp(1.5rem,4vw,4rem)] pb-8">
			<BackToBlog />
			<PostTag>{tag}</PostTag>
			<h1 dir="auto" className="mt-4 mb-5 text-left font-display text-h1 wrap-anywhere">
				{title}
			</h1>
			<p className="flex flex-wrap gap-x-4 gap-y-1 text-quiet text-small">
				{published && <time dateTime={published.iso}>{published.text}</time>}
				<span>{minutes} min read</span>
			</p>
		</header>
	);
}

function BackToBlog() {
	return (
		<a
			href="/blog"
			className="group/back -ml-1 mb-6 inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-small no-underline"
		>
			<ArrowLeft
				aria-hidden
				className="size-4 transition-[translate] duration-240 ease-out group-hover/back:-translate-x-1"
				strokeWidth={1.75}
			/>
			Back to Blog
		</a>
	);
}

export function PostNotFound() {
	return (
		<section className="on-band under-header bg-sky">
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="font-display text-h1">Blog Post Not Found</h1>
				<p className="mt-4 mb-8 max-w-read text-pretty text-ink-2 text-lead">
					This post may have moved or been taken down.
				</p>
				<ButtonAnchor href="/blog" className="max-md:w-full">
					Back to Blog
				</ButtonAnchor>
			</div>
		</section>
	);
}
