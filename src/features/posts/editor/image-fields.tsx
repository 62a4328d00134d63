import { useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { ImageDrop } from "#ui/image-drop.tsx";
import { uploadImage } from "./upload-image.ts";
import type { PostEditorState } from "./use-post-editor.ts";

function useImageUpload(wait: PostEditorState["waitForUpload"], onUploaded: (address: string) => void) {
	const [underWay, setUnderWay] = useState<AbortController>();
	const [refusal, setRefusal] = useState<string>();
	// Whoever leaves gives it up.
	useEffect(() => () => underWay?.abort(), [underWay]);

	async function choose(file: File): Promise<void> {
		const upload = new AbortController();
		setUnderWay(upload);
		setRefusal(undefined);
		try {
			onUploaded(await wait(uploadImage(file, upload.signal)));
		} catch (error) {
			// The current image stays.
			if (!upload.signal.aborted) setRefusal(error instanceof Error ? error.message : undefined);
		} finally {
			setUnderWay(undefined);
		}
	}

	return {
		refusal,
		drop: { busy: underWay !== undefined, onChoose: (file: File) => void choose(file) },
		/** A line may hang, and nothing is saved before the picture is there. */
		cancel: underWay && (
			<DeskButton className="justify-self-start" onClick={() => underWay.abort()}>
				Cancel Upload
			</DeskButton>
		),
	};
}

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
	const upload = useImageUpload(waitForUpload, (address) => {
		const { featured_image, featured_image_alt } = latest.current;
		const isWritten = featured_image === draft.featured_image && featured_image_alt !== draft.featured_image_alt;
		handleChange(address, isWritten ? featured_image_alt : "");
	});
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
	const upload = useImageUpload(waitForUpload, handleChange);
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
