import type { ComponentPropsWithRef } from "react";

/** The result of `import x from "#art/x.jpg?picture"`: a srcset for each modern format, and one JPEG. */
type PictureSources = {
	sources: Record<string, string>;
	img: { src: string; w: number; h: number };
};

export type PictureProps = Omit<
	ComponentPropsWithRef<"img">,
	"src" | "srcSet" | "width" | "height" | "loading" | "alt"
> & {
	sources: PictureSources;
	/** Empty if the picture only repeats the text beside it. */
	alt: string;
	/** The width of the picture on the screen, as in the `sizes` attribute. */
	sizes: string;
	/** A replacement where `media` matches: the part that a narrow screen would otherwise crop. */
	crop?: { sources: PictureSources; media: string; sizes: string };
	/** For the largest picture on the first screen: it is fetched at once, before others. */
	priority?: boolean;
};

/** An image in the best format and width for the visitor's screen. Its space is reserved while it loads. */
export function Picture({ sources, alt, sizes, crop, priority = false, ...rest }: PictureProps) {
	return (
		// Only the img takes part in the layout; the picture and source elements don't.
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
