import { closeHistory } from "@tiptap/pm/history";
import { EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { htmlText } from "#lib/text/html-text.ts";
import { toast } from "#ui/toast.ts";
import { cleanPastedHtml, lossOfPaste } from "./pasted-html.ts";
import {
	ImageDialog,
	LinkDialog,
	linkAddress,
	placeBehind,
	type RichTextDialog,
	VideoDialog,
	writtenLink,
} from "./rich-text-dialogs.tsx";
import { fullAddress, richTextExtensions, writtenAddress } from "./rich-text-schema.ts";
import { RichTextToolbar } from "./rich-text-toolbar.tsx";

type RichTextEditorProps = {
	/** Names the text for people who can't see its heading. */
	label: string;
	placeholder: string;
	/** The editor's initial contents, which are loaded again when `version` changes. */
	html: string;
	version: string | number;
	onChange(html: string): void;
	/** Uploads a picture. Rejects with an Error whose message says why not. */
	uploadImage(file: File, signal: AbortSignal): Promise<string>;
};

/** Preserves spaces at the end of a line and double spaces, because the author typed them. */
const asWritten = { preserveWhitespace: true } as const;

const belowToolbar = { top: 170, right: 0, bottom: 20, left: 0 };

/**
 * An editor for formatted text with a toolbar (specification 2: admin blog editor). Alt+F10 moves to the toolbar, and
 * Escape returns. Ctrl+K makes a link.
 */
export function RichTextEditor(props: RichTextEditorProps) {
	const { label, placeholder, html, version, onChange, uploadImage } = props;
	const [dialog, setDialog] = useState<RichTextDialog>();
	const frame = useRef<HTMLDivElement>(null);
	const shownVersion = useRef(version);
	/** The text as it came, and as the editor writes it: Without a change nothing is to be saved. */
	const given = useRef({ html, written: html });
	const editor = useEditor({
		immediatelyRender: false,
		extensions: richTextExtensions(placeholder),
		// Only an address: whoever pastes "5 * 3 * 2" or "a_b_c" means the signs.
		enablePasteRules: ["link"],
		content: html,
		parseOptions: asWritten,
		editorProps: {
			attributes: {
				role: "textbox",
				"aria-multiline": "true",
				"aria-label": label,
				class: "rich-text min-h-80 px-4 py-4 outline-none md:px-[max(1.5rem,(100%-46rem)/2)]",
			},
			transformPastedHTML: cleanPastedHtml,
			handlePaste: (view, event) => {
				// An undo takes the paste back, and not what was typed right before it.
				view.dispatch(closeHistory(view.state.tr));
				const behind = placeBehind(view.state);
				if (behind) view.dispatch(behind);
				return linkSelected(event.clipboardData) || takeImages(event.clipboardData);
			},
			handleDrop: (view, event, _slice, moved) => {
				if (moved || !takeImages(event.dataTransfer)) return false;
				const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
				const { doc, tr } = view.state;
				const target = place && doc.resolve(place.pos);
				// In the text alone: the new picture would replace a selected one.
				const spot = target && (Selection.findFrom(target, 1, true) ?? Selection.findFrom(target, -1, true));
				if (!spot) return true;
				// Before or behind the paragraph, which would otherwise be split in the middle of a word.
				const { parentOffset, parent } = spot.$from;
				const edge = parentOffset < parent.content.size / 2 ? spot.$from.start() : spot.$from.end();
				view.dispatch(tr.setSelection(TextSelection.create(doc, edge)));
				return true;
			},
			// A letter goes behind a selected picture or video instead of replacing it, also one that is composed of several
			// keys, or by a phone. To remove one there is Delete.
			handleDOMEvents: {
				compositionstart: (view) => {
					const behind = placeBehind(view.state);
					if (behind) view.dispatch(behind);
					return false;
				},
			},
			handleTextInput: (view, _from, _to, text) => {
				const behind = placeBehind(view.state);
				if (behind) view.dispatch(behind.insertText(text).scrollIntoView());
				return behind !== undefined;
			},
			handleKeyDown: (_view, event) => {
				if (event.key === "F10" && event.altKey) {
					frame.current?.querySelector<HTMLElement>("[role=toolbar]")?.focus();
					return true;
				}
				const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
				// No line break, for which there is Shift+Enter: the page saves by it.
				if (isCommand && event.key === "Enter") return true;
				if (!isCommand || event.key.toLowerCase() !== "k") return false;
				// Outside of the text the same keys open the command palette.
				event.stopPropagation();
				setDialog({ kind: "link" });
				return true;
			},
			// The line that is written never hides behind what sticks to the top of the window.
			scrollThreshold: belowToolbar,
			scrollMargin: belowToolbar,
		},
		onCreate: ({ editor }) => {
			given.current = { html, written: htmlOf(editor) };
		},
		onUpdate: ({ editor }) => {
			const written = htmlOf(editor);
			onChange(written === given.current.written ? given.current.html : written);
		},
	});

	/** Whether what is pasted over words is an address: it becomes their link, or takes another one's place. The caret goes behind it. */
	function linkSelected(data: DataTransfer | null): boolean {
		const text = data?.getData("text/plain").trim() ?? "";
		const href = /^\S+$/.test(text) && writtenAddress.test(text) ? linkAddress(text) : undefined;
		if (!editor || !(editor.state.selection instanceof TextSelection) || editor.state.selection.empty || !href)
			return false;
		const { doc, selection } = editor.state;
		// In code.
		if (!editor.can().setLink({ href })) return false;
		const isAddress = fullAddress.test(doc.textBetween(selection.from, selection.to).trim());
		if (isAddress) return editor.chain().insertContent(writtenLink(text, href)).run();
		return editor.chain().setLink({ href }).setTextSelection(selection.to).run();
	}

	/**
	 * Whether what is pasted or dropped is pictures. The editor asks for a description of each one. Text from an office
	 * program may bring a picture of itself, which is left out.
	 */
	function takeImages(data: DataTransfer | null): boolean {
		const html = data?.getData("text/html") ?? "";
		const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
		if (files.length > 0 && htmlText(html) === "") {
			setDialog({ kind: "image", files });
			return true;
		}
		const isOnlyFiles = data !== null && data.files.length > 0 && html === "" && data.getData("text/plain") === "";
		const loss = isOnlyFiles ? "Only images can be added to the text." : lossOfPaste(html);
		if (loss) toast({ title: isOnlyFiles ? "File Not Added" : "Not Everything Was Pasted", description: loss });
		return false;
	}

	// Only a new version resets the editor, not every keystroke.
	useEffect(() => {
		if (!editor || shownVersion.current === version) return;
		shownVersion.current = version;
		editor.commands.setContent(html, { emitUpdate: false, parseOptions: asWritten });
		given.current = { html, written: htmlOf(editor) };
		// Nothing before it can be undone: what else belongs to the other version would stay.
		const { doc, plugins } = editor.state;
		editor.view.updateState(EditorState.create({ doc, plugins }));
		// For the toolbar, which looks at each change.
		editor.view.dispatch(editor.state.tr);
	}, [editor, version, html]);

	const closeDialog = () => setDialog(undefined);
	if (!editor) return <div className="min-h-96 rounded-sm border border-input bg-card" />;
	return (
		<div
			ref={frame}
			className="rounded-sm border border-input bg-card has-[.ProseMirror-focused]:outline-2 has-[.ProseMirror-focused]:outline-ring has-[.ProseMirror-focused]:-outline-offset-1"
		>
			<RichTextToolbar editor={editor} onDialog={setDialog} />
			<EditorContent editor={editor} className="rich-text-content" />
			{dialog?.kind === "link" && <LinkDialog editor={editor} onClose={closeDialog} />}
			{dialog?.kind === "video" && <VideoDialog editor={editor} onClose={closeDialog} />}
			{dialog?.kind === "image" && (
				<ImageDialog editor={editor} files={dialog.files ?? []} upload={uploadImage} onClose={closeDialog} />
			)}
		</div>
	);
}

const emptyLine = "<p></p>";

/** The editor keeps an empty line at the end to write on. It isn't part of the text. */
function htmlOf(editor: Editor): string {
	let html = editor.getHTML();
	while (html.endsWith(emptyLine)) html = html.slice(0, -emptyLine.length);
	return html;
}
