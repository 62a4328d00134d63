import { useEffect, useRef } from "react";
import { uploadImage } from "#features/images/upload-image.ts";
import { useImageUpload } from "#features/images/use-image-upload.tsx";
import { Button } from "#ui/button.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { ImageDrop } from "#ui/image-drop.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

export function FeaturedImageField({
	editor: { draft, errors, change, field, waitForUpload },
}: {
	editor: PostEditorState;
}) {
	// The description belongs to the picture, so another picture, or none, starts without it.
	const handleChange = (featured_image: string, featured_image_alt = "") =>
		change({ featured_image, featured_image_alt });
	const alt = field("featured_image_alt");
	const latest = useRef(draft);
	useEffect(() => {
		latest.current = draft;
	});
	// What was written while it was on its way is about the new one.
	const upload = useImageUpload(
		(file, signal) => waitForUpload(uploadImage(file, signal)),
		(address) => {
			const { featured_image, featured_image_alt } = latest.current;
			const isWritten = featured_image === draft.featured_image && featured_image_alt !== draft.featured_image_alt;
			handleChange(address, isWritten ? featured_image_alt : "");
		},
	);
	return (
		<div className="grid gap-2">
			<Field dense label="Featured Image" error={upload.refusal ?? errors.featured_image}>
				{(control) => <ImageDrop control={control} {...upload.drop} />}
			</Field>
			{upload.cancel}
			{draft.featured_image && (
				<>
					<img
						src={draft.featured_image}
						alt={alt.value}
						className="aspect-video w-full rounded-sm bg-muted object-cover"
					/>
					<TextField
						label="Alt Text for the Featured Image"
						hint="Describe the image for people who can't see it. Leave this empty only if the image adds nothing to the title."
						{...alt}
					/>
					<RemoveButton onRemove={() => handleChange("")} />
				</>
			)}
		</div>
	);
}

/** By its address, or uploaded like any other picture. */
export function ShareImageField({ editor: { draft, change, field, waitForUpload } }: { editor: PostEditorState }) {
	const handleChange = (og_image: string) => change({ og_image });
	const upload = useImageUpload((file, signal) => waitForUpload(uploadImage(file, signal)), handleChange);
	return (
		<div className="grid gap-2">
			<TextField
				label="Share Image"
				hint="Image URL, 1200 × 630 pixels. If empty, an image is created from the title."
				{...field("og_image")}
			/>
			<Field dense label={<span className="sr-only">Upload the Share Image</span>} error={upload.refusal}>
				{(control) => <ImageDrop control={control} {...upload.drop} />}
			</Field>
			{upload.cancel}
			{draft.og_image && (
				<>
					<img src={draft.og_image} alt="" className="aspect-[1.91] w-full rounded-sm bg-muted object-cover" />
					<RemoveButton onRemove={() => handleChange("")} />
				</>
			)}
		</div>
	);
}

const RemoveButton = ({ onRemove }: { onRemove(): void }) => (
	<Button size="dense" variant="ghost" className="-ml-3.5 justify-self-start" onClick={onRemove}>
		Remove Image
	</Button>
);
