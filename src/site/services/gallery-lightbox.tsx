import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type PointerEvent, type Ref, useRef } from "react";
import { Picture } from "#ui/picture.tsx";
import { type Frame, frameAfter, stepOfKey, stepOfSwipe } from "./gallery-frames.ts";
import { galleryPictures } from "./gallery-pictures.ts";

type GalleryLightboxProps = {
	ref: Ref<HTMLDialogElement>;
	frames: readonly Frame[];
	/** The frame to show, or none while the dialog is closed. */
	index: number | undefined;
	onShow: (index: number) => void;
	onClose: () => void;
};

/**
 * The enlarged view. Arrow keys, arrow buttons, and swipes move between pictures; Escape and the close button close it.
 */
export function GalleryLightbox({ ref, frames, index, onShow, onClose }: GalleryLightboxProps) {
	return (
		<dialog
			ref={ref}
			onClose={onClose}
			aria-label="Enlarged picture"
			className="on-ink m-0 size-full max-h-none max-w-none animate-fade-in bg-ink text-paper backdrop:bg-ink"
		>
			{index !== undefined && <EnlargedFrame frames={frames} index={index} onShow={onShow} />}
		</dialog>
	);
}

type EnlargedFrameProps = { frames: readonly Frame[]; index: number; onShow: (index: number) => void };

function EnlargedFrame({ frames, index, onShow }: EnlargedFrameProps) {
	const swipeStart = useRef(0);
	const frame = frames[index];
	if (!frame) return null;

	const show = (step: number) => onShow(frameAfter(index, step, frames.length));
	function handleKeyDown({ key }: KeyboardEvent) {
		const step = stepOfKey(key);
		if (step) show(step);
	}
	function handlePointerDown({ clientX }: PointerEvent) {
		swipeStart.current = clientX;
	}
	function handlePointerUp({ clientX, pointerType }: PointerEvent) {
		const step = pointerType === "touch" ? stepOfSwipe(clientX - swipeStart.current) : 0;
		if (step) show(step);
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys and swipes only repeat what the buttons inside do
		<div
			className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]"
			onKeyDown={handleKeyDown}
			onPointerDown={handlePointerDown}
			onPointerUp={handlePointerUp}
		>
			<form method="dialog" className="flex justify-end p-2 md:p-4">
				<IconButton type="submit" aria-label="Close">
					<X aria-hidden className="size-6" strokeWidth={1.75} />
				</IconButton>
			</form>
			<div className="relative mx-2 touch-pan-y touch-pinch-zoom select-none md:mx-20">
				<Picture
					key={frame.picture}
					{...galleryPictures[frame.picture]}
					sizes="100vw"
					priority
					draggable={false}
					className="absolute size-full animate-fade-in object-contain"
				/>
			</div>
			<div className="flex items-center justify-center gap-4 p-3 md:p-5">
				<IconButton aria-label="Previous picture" onClick={() => show(-1)}>
					<ChevronLeft aria-hidden className="size-6" strokeWidth={1.75} />
				</IconButton>
				<p aria-live="polite" className="grow text-center text-small md:max-w-96">
					<span className="block font-display text-lead">{frame.caption}</span>
					<span className="text-[#d3c5cf]">
						{frame.kind}, {index + 1} of {frames.length}
					</span>
				</p>
				<IconButton aria-label="Next picture" onClick={() => show(1)}>
					<ChevronRight aria-hidden className="size-6" strokeWidth={1.75} />
				</IconButton>
			</div>
		</div>
	);
}

function IconButton(props: ComponentProps<"button">) {
	return (
		<button
			type="button"
			{...props}
			className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-white/12"
		/>
	);
}
