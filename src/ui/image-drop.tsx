import { clsx } from "clsx";
import { ImageUp } from "lucide-react";
import { useState } from "react";
import type { ControlProps } from "./field.tsx";

/**
 * The file field as a drop area for a picture. The browser's own control lies over the whole of it, unseen: It takes
 * the click, the drop, and the keyboard. While it has the focus, a picture can be pasted, too.
 */
export function ImageDrop({
	control: { className: _textBox, ...control },
	chosen,
	busy = false,
	onChoose,
}: {
	control: ControlProps;
	/** The name of a chosen file, if the form keeps it for later. */
	chosen?: string | undefined;
	busy?: boolean;
	onChoose(file: File): void;
}) {
	const [dragging, setDragging] = useState(false);
	const choose = (file: File | undefined) => {
		if (file && !busy) onChoose(file);
	};
	return (
		<div
			className={clsx(
				"relative flex min-h-16 items-center justify-center gap-2.5 rounded-sm border border-input border-dashed px-3 py-2.5",
				"has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-1 has-aria-invalid:border-destructive",
				dragging ? "bg-accent text-accent-foreground" : "bg-card hover:bg-muted",
			)}
		>
			<ImageUp aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<span aria-hidden className="min-w-0 text-xs wrap-anywhere">
				{busy ? "Uploading..." : (chosen ?? "Drop, paste, or choose an image")}
			</span>
			<input
				{...control}
				type="file"
				accept="image/*"
				// Not disabled, which would take the focus away.
				aria-disabled={busy}
				onChange={({ target }) => {
					choose(target.files?.[0]);
					// Allows the same file to be chosen again after a failure.
					target.value = "";
				}}
				onPaste={({ clipboardData }) => choose(clipboardData.files[0])}
				onDragEnter={() => setDragging(true)}
				onDragLeave={() => setDragging(false)}
				onDrop={() => setDragging(false)}
				className="absolute inset-0 size-full cursor-pointer opacity-0 aria-disabled:cursor-default"
			/>
		</div>
	);
}
