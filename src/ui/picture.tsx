import type { ComponentPropsWithRef } from "react";

/** What `import x from "#art/x.jpg?picture"` gives: a srcset for each modern format and one JPEG. */
type PictureSources = {
	sources: Record<string, string>;
	img: { src: string; w: number; h: number };
};

export type PictureProps = Omit<
	ComponentPropsWithRef<"img">,
	"src" | "srcSet" | "width" | "height" | "loading" | "alt"
> & {
	sources: PictureSources;
	/** Empty for a picture that only repeats what the words beside it say. */
	alt: string;
	/** Width of the picture on screen, as in the `sizes` attribute. */
	sizes: string;
	/** What replaces it where `media` matches: the part that a narrow screen would cut out of it. */
	crop?: { sources: PictureSources; media: string; sizes: string };
	/** For the largest picture of the first screen: it is fetched at once and before others. */
	priority?: boolean;
};

/** An image in the best format and width for the visitor's screen. Its space is kept free while it loads. */
export function Picture({ sources, alt, sizes, crop, priority = false, ...rest }: PictureProps) {
	return (
		// Neither the picture nor its sources take part in the layout around them: the img alone does.
		<picture className="contents">
			{crop &&
				Object.entries(crop.sources.sources).map(([format, srcSet]) => (
					<source
						key={format}
						className="hidden"
						type={`image/${format}`}
						media={crop.media}
						srcSet={srcSet}
						sizes={crop.sizes}
					/>
				))}
			{Object.entries(sources.sources).map(([format, srcSet]) => (
				<source key={format} className="hidden" type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
			))}
			<img
				src={sources.img.src}
				width={sources.img.w}
				height={sources.img.h}
				alt={alt}
				loading={priority ? undefined : "lazy"}
				fetchPriority={priority ? "high" : undefined}
				decoding={priority ? undefined : "async"}
				{...rest}
			/>
		</picture>
	);
}
