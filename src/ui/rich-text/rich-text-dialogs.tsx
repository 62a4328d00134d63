import { type Editor, getMarkRange } from "@tiptap/core";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { videoEmbedUrl } from "#lib/text/rich-text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogContent, DialogForm, focusFirstField } from "#ui/dialog.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { ImageDrop } from "#ui/image-drop.tsx";

type SmallDialogProps = {
	editor: Editor;
	title: string;
	submit: string;
	busy?: boolean;
	extra?: ReactNode;
	onSubmit(): void;
	onClose(): void;
	children: ReactNode;
};

export type RichTextDialog = { kind: "link" | "video" } | { kind: "image"; files?: File[] };

/** A small form above the editor, which has the focus again afterward. Its submit event must not reach the form around the editor. */
function SmallDialog({ editor, title, busy = false, onSubmit, onClose, ...form }: SmallDialogProps) {
	function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		event.stopPropagation();
		onSubmit();
	}
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()}>
			<DialogContent
				title={title}
				size="sm"
				onOpenAutoFocus={focusFirstField}
				onCloseAutoFocus={(event) => {
					event.preventDefault();
					editor.commands.focus();
				}}
			>
				<DialogForm {...form} busy={busy} onSubmit={handleSubmit} />
			</DialogContent>
		</Dialog>
	);
}

/** Completes a typed address with its scheme. Undefined if it must not be a link. */
export function linkAddress(typed: string): string | undefined {
	const text = typed.trim();
	if (/^(?:https?:\/\/|mailto:|tel:|\/(?!\/))\S+$/i.test(text)) return text;
	if (/^[^\s@/:]+@[^\s@/:]+$/.test(text)) return `mailto:${text}`;
	return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(text) ? `https://${text}` : undefined;
}

/** An address as it stands in the text, as a link to itself. */
export const writtenLink = (text: string, href: string) => ({
	type: "text",
	text,
	marks: [{ type: "link", attrs: { href } }],
});

/** Where the selected words, or the word at the caret, lead. A caret at either end of a link is at it. */
function presentAddress(editor: Editor): string {
	const { doc, schema, selection } = editor.state;
	const range = selection.empty && schema.marks.link && getMarkRange(selection.$from, schema.marks.link);
	const link = range && doc.nodeAt(range.from)?.marks.find(({ type }) => type === schema.marks.link);
	return (link ? link.attrs.href : editor.getAttributes("link").href) ?? "";
}

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
	const present = presentAddress(editor);
	const [typed, setTyped] = useState(present);
	const [error, setError] = useState<string>();

	function handleSubmit() {
		const href = linkAddress(typed);
		if (!href)
			return setError("Please enter a URL like https://example.com or an email address like name@company.com.");
		if (!editor.can().setLink({ href })) return setError("Only words can be linked, and none in code.");
		const chain = editor.chain().focus().extendMarkRange("link");
		// Without a selection, the address itself becomes the link's text.
		if (editor.state.selection.empty && !present) chain.insertContent(writtenLink(typed.trim(), href)).run();
		else {
			chain.setLink({ href });
			// Otherwise what is typed next would take the place of the words.
			chain.command(({ tr, commands }) => commands.setTextSelection(tr.selection.to)).run();
		}
		onClose();
	}

	const removal = present && (
		<Button
			size="dense"
			variant="ghost"
			className="mr-auto"
			onClick={() => {
				editor.chain().focus().extendMarkRange("link").unsetLink().run();
				onClose();
			}}
		>
			Remove Link
		</Button>
	);
	return (
		<SmallDialog
			editor={editor}
			title="Link"
			submit="Insert Link"
			extra={removal}
			onSubmit={handleSubmit}
			onClose={onClose}
		>
			<TextField
				dense
				label="URL"
				value={typed}
				error={error}
				onFocus={(event) => event.target.select()}
				onChange={(event) => setTyped(event.target.value)}
			/>
		</SmallDialog>
	);
}

/** What is inserted goes behind a selected picture or video instead of replacing it. */
function leaveSelected({ state, view }: Editor): void {
	const behind = placeBehind(state);
	if (behind) view.dispatch(behind);
}

/**
 * Moves the cursor behind a selected picture or video. Where a list or a quote ends with it, that is a new paragraph.
 * @returns undefined if none is selected
 */
export function placeBehind({ doc, schema, selection, tr }: EditorState): Transaction | undefined {
	if (!(selection instanceof NodeSelection)) return undefined;
	const next = Selection.findFrom(doc.resolve(selection.to), 1, true);
	if (next) return tr.setSelection(next);
	const paragraph = schema.nodes.paragraph?.create();
	if (!paragraph) return undefined;
	tr.insert(selection.to, paragraph);
	return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1));
}

/** Moves the cursor behind what was inserted, which the next typed letter would otherwise replace. */
function goOnBehind(editor: Editor): void {
	const { doc, selection } = editor.state;
	const next = Selection.findFrom(doc.resolve(selection.to), 1, true);
	if (next) editor.commands.setTextSelection(next.from);
}

/** Inserts a video or, if one is selected in the text, changes it. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
	const selected = editor.isActive("video");
	const present = editor.getAttributes("video");
	const [address, setAddress] = useState<string>(present.src ?? "");
	const [title, setTitle] = useState<string>(present.title ?? "");
	const [error, setError] = useState<string>();

	function handleSubmit() {
		const src = videoEmbedUrl(address);
		if (!src) return setError("Please enter the URL of a video on YouTube or Vimeo.");
		const video = { src, title: title.trim() || "Video" };
		if (selected) editor.chain().focus().updateAttributes("video", video).run();
		else {
			leaveSelected(editor);
			editor.chain().focus().insertVideo(video).run();
			goOnBehind(editor);
		}
		onClose();
	}

	return (
		<SmallDialog
			editor={editor}
			title="Video"
			submit={selected ? "Save" : "Insert Video"}
			onSubmit={handleSubmit}
			onClose={onClose}
		>
			<TextField
				dense
				label="URL"
				hint="Enter the link to a YouTube or Vimeo video. It is loaded from there when a reader comes near it."
				value={address}
				error={error}
				onChange={(event) => setAddress(event.target.value)}
			/>
			<TextField
				dense
				label="Description"
				hint="Describe the video for people who can't see it."
				value={title}
				onChange={(event) => setTitle(event.target.value)}
			/>
		</SmallDialog>
	);
}

type ImageDialogProps = {
	editor: Editor;
	/** Pasted or dropped pictures. The dialog asks about each one in turn. */
	files: File[];
	upload(file: File, signal: AbortSignal): Promise<string>;
	onClose(): void;
};

const imageMissing = "Please choose an image.";

/** Inserts pictures or, if one is selected in the text, changes its alternative text. */
export function ImageDialog({ editor, files, upload, onClose }: ImageDialogProps) {
	const selected = files.length === 0 && editor.isActive("image");
	const [place, setPlace] = useState(0);
	const given = files[place];
	const [chosen, setChosen] = useState<File>();
	const [alt, setAlt] = useState<string>(selected ? (editor.getAttributes("image").alt ?? "") : "");
	const [error, setError] = useState<string>();
	/** A pasted picture was refused: another one can be chosen instead. */
	const [isRefused, setIsRefused] = useState(false);
	const [uploading, setUploading] = useState(false);
	/** Whoever closes the dialog during the upload doesn't want the picture. */
	const closing = useRef<AbortController>(undefined);
	useEffect(() => () => closing.current?.abort(), []);

	function choose(file: File) {
		if (file.type && !file.type.startsWith("image/")) return setError(imageMissing);
		setChosen(file);
		setError(undefined);
	}

	/** Of the selected picture. */
	function change(attributes: { src?: string; alt: string }) {
		editor.chain().focus().updateAttributes("image", attributes).run();
		onClose();
	}

	async function handleSubmit() {
		if (selected && !chosen) return change({ alt: alt.trim() });
		const picture = chosen ?? given;
		if (!picture) return setError(imageMissing);
		setUploading(true);
		setError(undefined);
		closing.current = new AbortController();
		const { signal } = closing.current;
		try {
			const src = await upload(picture, signal);
			if (selected) return change({ src, alt: alt.trim() });
			leaveSelected(editor);
			editor.chain().focus().setImage({ src, alt: alt.trim() }).run();
			goOnBehind(editor);
			if (place + 1 >= files.length) return onClose();
			setPlace(place + 1);
			setChosen(undefined);
			setIsRefused(false);
			setAlt("");
		} catch (failure) {
			if (signal.aborted) return;
			// The description is kept for another attempt, or another file.
			setError(failure instanceof Error ? failure.message : undefined);
			setIsRefused(true);
		}
		setUploading(false);
	}

	const file = (!given || isRefused) && (
		<Field dense label={selected ? "Replace With" : "File"} error={error}>
			{(control) => <ImageDrop control={control} chosen={(chosen ?? given)?.name} onChoose={choose} />}
		</Field>
	);
	return (
		<SmallDialog
			editor={editor}
			title={files.length > 1 ? `Image ${place + 1} of ${files.length}` : "Image"}
			submit={uploading ? "Uploading..." : selected ? "Save" : "Insert Image"}
			busy={uploading}
			onSubmit={() => void handleSubmit()}
			onClose={onClose}
		>
			{given && !isRefused && <p>{given.name}</p>}
			{!selected && file}
			<TextField
				dense
				label="Alt Text"
				hint="Describe the image for people who can't see it. Leave this empty only if the image adds nothing to the text."
				value={alt}
				onChange={(event) => setAlt(event.target.value)}
			/>
			{selected && file}
		</SmallDialog>
	);
}
