import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Picture } from "#ui/picture.tsx";
import { frames } from "./gallery-frames.ts";
import { GalleryLightbox } from "./gallery-lightbox.tsx";
import { galleryPictures } from "./gallery-pictures.ts";

/**
 * One large picture and four in a row; each opens enlarged. Without a script they are links to the large files.
 * @param isUnmarked leaves out the two that show our mark
 */
export function Gallery({ isUnmarked = false }: { isUnmarked?: boolean }) {
	const shown = isUnmarked ? frames.filter(({ isMarked }) => !isMarked) : frames;
	const dialog = useRef<HTMLDialogElement>(null);
	const [enlarged, setEnlarged] = useState<number>();

	function handleEnlarge(index: number) {
		// The dialog must hold its buttons before it opens, or the focus has nowhere to go.
		flushSync(() => setEnlarged(index));
		dialog.current?.showModal();
	}

	return (
		<>
			<ul className={clsx("grid grid-cols-2 gap-x-[clamp(0.5rem,1vw,1rem)] gap-y-5", !isUnmarked && "md:grid-cols-4")}>
				{shown.map((frame, index) => {
					const large = index === 0;
					const picture = galleryPictures[frame.picture];
					return (
						<li key={frame.picture} className={clsx(large && "col-span-full")}>
							<figure>
								<EnlargeControl
									href={picture.sources.img.src}
									label={`Enlarge: ${frame.caption}`}
									onEnlarge={() => handleEnlarge(index)}
								>
									<Picture
										{...picture}
										alt=""
										sizes={
											large ? "(width>=104rem) 1520px,100vw" : isUnmarked ? "50vw" : uprightSizes(picture.sources.img)
										}
										className={clsx(
											"w-full object-cover transition-[scale] duration-500 ease-out group-hover:scale-[1.03]",
											large ? "aspect-3/2 md:aspect-video" : "aspect-4/5",
										)}
									/>
								</EnlargeControl>
								<figcaption className="mt-2 flex gap-2.5 text-label text-quiet">
									<span className="font-semibold text-ink tabular-nums">{index + 1}</span>
									{frame.kind}
								</figcaption>
							</figure>
						</li>
					);
				})}
			</ul>
			<GalleryLightbox
				ref={dialog}
				frames={shown}
				index={enlarged}
				onShow={setEnlarged}
				onClose={() => setEnlarged(undefined)}
			/>
		</>
	);
}

type EnlargeControlProps = { href: string; label: string; onEnlarge: () => void; children: ReactNode };

function EnlargeControl({ href, label, onEnlarge, children }: EnlargeControlProps) {
	function handleClick(event: MouseEvent) {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		onEnlarge();
	}
	return (
		<a
			href={href}
			aria-label={label}
			aria-haspopup="dialog"
			onClick={handleClick}
			className="group block w-full cursor-zoom-in overflow-hidden rounded-sm bg-wash"
		>
			{children}
		</a>
	);
}

/** A picture that is wider than its frame fills the frame's height, and is cropped at the sides. */
function uprightSizes({ w, h }: { w: number; h: number }): string {
	const share = Math.max(1, w / h / (4 / 5));
	const [fixed, tablet, phone] = [368, 24, 46].map((width) => Math.ceil(width * share));
	return `(width>=104rem) ${fixed}px,(width>=48rem) ${tablet}vw,${phone}vw`;
}
