import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { uploadImage } from "#features/images/upload-image.ts";
import { useImageUpload } from "#features/images/use-image-upload.tsx";
import { blogImagePath } from "#lib/text/rich-text.ts";
import { type FocusPoint, type PictureSize, regionOf } from "#site/content/values/picture-region.ts";
import type { PictureValue } from "#site/content/values/picture-value.ts";
import { Field, TextArea } from "#ui/field.tsx";
import { ImageDrop } from "#ui/image-drop.tsx";
import { namesOf, pictureAddress, type SiteField } from "./site-queries.ts";

type PictureFieldProps = {
	page: string;
	field: SiteField;
	value: PictureValue;
	error: string | undefined;
	onType(value: PictureValue): void;
};

/** A picture of a page, its description, and what of it stays in sight wherever it is cut. */
export function PictureField({ page, field, value, error, onType }: PictureFieldProps) {
	const { name, slot, max } = field;
	const latest = useRef(value);
	useEffect(() => {
		latest.current = value;
	});
	const altBefore = useRef("");
	const upload = useImageUpload(
		(file, signal) => {
			altBefore.current = value.alt;
			return uploadImage(file, signal, `/api/site/${page}/images/${name}`);
		},
		(address) => {
			// The description belongs to the picture; what was written while this one was on its way is about it.
			const { alt } = latest.current;
			const image = address.slice(blogImagePath.length);
			onType({ alt: alt === altBefore.current ? "" : alt, focus: { x: 0.5, y: 0.5 }, image });
		},
	);
	if (!slot) return null;
	const [width, height] = slot.ratio;
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-1 font-semibold text-xs">{namesOf(field).label}</legend>
			{value.image === null ? (
				<img
					src={pictureAddress(field, value)}
					alt={value.alt}
					className="max-h-60 w-fit max-w-full rounded-sm bg-muted"
				/>
			) : (
				<FocusPicture
					address={pictureAddress(field, value)}
					value={value}
					ratio={width / height}
					onMove={(focus) => onType({ ...value, focus })}
				/>
			)}
			<Field
				dense
				label="Choose a Picture"
				error={upload.refusal}
				hint={`At least ${slot.width} × ${Math.ceil((slot.width * height) / width)} pixels. It is cut to ${width}:${height}.`}
			>
				{(control) => <ImageDrop control={control} {...upload.drop} />}
			</Field>
			{upload.cancel}
			<TextArea
				dense
				required
				rows={2}
				label="Alternative Text"
				hint={`Describe the picture for people who can't see it. ${[...value.alt].length} of ${max} characters`}
				value={value.alt}
				error={error}
				onChange={({ target }) => onType({ ...value, alt: target.value })}
			/>
		</fieldset>
	);
}

/** Of the picture's width or height, as one press of an arrow key moves the focus; with Shift further. */
const step = 0.02;
const longStep = 0.1;

const moves: Record<string, FocusPoint> = {
	ArrowLeft: { x: -1, y: 0 },
	ArrowRight: { x: 1, y: 0 },
	ArrowUp: { x: 0, y: -1 },
	ArrowDown: { x: 0, y: 1 },
};

const percent = (share: number) => `${Math.round(share * 100)}%`;

type FocusPictureProps = {
	address: string | undefined;
	value: PictureValue;
	ratio: number;
	onMove(focus: FocusPoint): void;
};

/** The whole picture. What is cut off is dark; the circle is the focus. */
function FocusPicture({ address, value: { alt, focus }, ratio, onMove }: FocusPictureProps) {
	const [size, setSize] = useState<PictureSize>();
	const frame = useRef<HTMLDivElement>(null);
	const words = `${percent(focus.x)} from the left, ${percent(focus.y)} from the top`;

	function moveTo(x: number, y: number): void {
		const share = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100;
		onMove({ x: share(x), y: share(y) });
	}
	function moveToPointer({ clientX, clientY }: PointerEvent | MouseEvent): void {
		const box = frame.current?.getBoundingClientRect();
		if (box) moveTo((clientX - box.left) / box.width, (clientY - box.top) / box.height);
	}
	function handleKeyDown(event: KeyboardEvent): void {
		const move = moves[event.key];
		if (!move) return;
		event.preventDefault();
		const by = event.shiftKey ? longStep : step;
		moveTo(focus.x + move.x * by, focus.y + move.y * by);
	}

	const region = size && regionOf(size, ratio, focus);
	return (
		<div className="grid gap-1.5">
			{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the circle inside takes the keys */}
			<div
				ref={frame}
				onClick={moveToPointer}
				className="relative w-fit cursor-crosshair overflow-hidden rounded-sm bg-muted forced-color-adjust-none"
			>
				<img
					src={address}
					alt={alt}
					draggable={false}
					className="max-h-80 max-w-full select-none"
					onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
						setSize({ width: naturalWidth, height: naturalHeight })
					}
				/>
				{size && region && (
					<span
						aria-hidden
						className="absolute shadow-[0_0_0_100vmax_rgb(0_0_0/60%)]"
						style={{
							left: `${(region.left / size.width) * 100}%`,
							top: `${(region.top / size.height) * 100}%`,
							width: `${(region.width / size.width) * 100}%`,
							height: `${(region.height / size.height) * 100}%`,
						}}
					/>
				)}
				<span
					role="slider"
					tabIndex={0}
					aria-label="Focus of the picture"
					aria-valuenow={Math.round(focus.x * 100)}
					aria-valuetext={words}
					onKeyDown={handleKeyDown}
					onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
					onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveToPointer(event)}
					style={{ left: percent(focus.x), top: percent(focus.y) }}
					className="absolute grid size-11 -translate-1/2 cursor-move touch-none place-items-center rounded-full"
				>
					<span className="size-6 rounded-full border-3 border-white shadow-[0_0_0_2px_#000,inset_0_0_0_2px_#000]" />
				</span>
			</div>
			<p className="text-muted-foreground text-xs">
				Focus: {words}. Drag the circle, or move it with the arrow keys, to what has to stay in sight. What is dark is
				cut off.
			</p>
		</div>
	);
}

/** As the page shows it, small. */
export function PictureThumbnail({ field, value }: { field: SiteField; value: PictureValue }) {
	const { focus } = value;
	return (
		<img
			src={pictureAddress(field, value)}
			alt=""
			className="h-20 rounded-sm object-cover"
			style={{ aspectRatio: field.slot?.ratio.join(" / "), objectPosition: `${percent(focus.x)} ${percent(focus.y)}` }}
		/>
	);
}
