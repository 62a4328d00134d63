import { clsx } from "clsx";
import defaultPicture from "#art/blog-default.svg?url&no-inline";
import type { PostCardContent } from "./present-public-posts.server.ts";

type PostPictureProps = {
	post: Pick<PostCardContent, "picture"> & Partial<PostCardContent>;
	/** The width of the picture on the screen, as in the `sizes` attribute. */
	sizes: string;
	/** For the first picture of the page: it is fetched immediately, before others. */
	priority?: boolean;
	className?: string;
};

/**
 * The picture of a post, or the default picture, which holds a drawing for each post that has none. It only accompanies the
 * title, so its alternative text is empty.
 */
export function PostPicture({ post, sizes, priority = false, className }: PostPictureProps) {
	const {
		src,
		width = 1600,
		height = 900,
		sources,
		alt,
	} = post.picture ?? { src: `${defaultPicture}#${post.drawing}`, sources: [], alt: "" };
	return (
		<picture className="contents">
			{sources.map(({ type, srcSet }) => (
				<source key={type} type={type} srcSet={srcSet} sizes={sizes} />
			))}
			<img
				src={src}
				width={width}
				height={height}
				alt={alt}
				loading={priority ? undefined : "lazy"}
				fetchPriority={priority ? "high" : undefined}
				decoding={priority ? undefined : "async"}
				className={clsx("w-full bg-wash object-cover", className)}
			/>
		</picture>
	);
}
