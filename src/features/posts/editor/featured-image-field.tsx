import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { uploadImage } from "./upload-image.ts";
import type { PostEditorState } from "./use-post-editor.ts";

type FeaturedImageFieldProps = {
	value: string;
	error: string | undefined;
	onChange(address: string): void;
	/** The props for the field of its description. */
	alt: ReturnType<PostEditorState["field"]>;
};

export function FeaturedImageField({ value, error, onChange, alt }: FeaturedImageFieldProps) {
	const [uploading, setUploading] = useState(false);

	async function handleFile(file: File | undefined) {
		if (!file) return;
		if (!file.type.startsWith("image/")) {
			return toast({ title: "Upload Error", description: "Failed to upload image", tone: "destructive" });
		}
		setUploading(true);
		try {
			onChange(await uploadImage(file));
		} catch {
			// The upload has shown the reason. The current image stays.
		} finally {
			setUploading(false);
		}
	}

	return (
		<div className="grid gap-2">
			<Field dense label="Featured Image" error={error} hint={uploading ? "Uploading..." : undefined}>
				{(control) => (
					<input
						{...control}
						type="file"
						accept="image/*"
						disabled={uploading}
						onChange={(event) => {
							void handleFile(event.target.files?.[0]);
							// Allows the same file to be chosen again after a failure.
							event.target.value = "";
						}}
					/>
				)}
			</Field>
			{value && (
				<>
					<img src={value} alt={alt.value} className="aspect-video w-full rounded-sm bg-muted object-cover" />
					<TextField
						label="Alt Text for the Featured Image"
						hint="Describe the image for people who can't see it. Leave this empty only if the image adds nothing to the title."
						{...alt}
					/>
					<Button size="dense" variant="ghost" className="-ml-3.5 justify-self-start" onClick={() => onChange("")}>
						Remove Image
					</Button>
				</>
			)}
		</div>
	);
}
