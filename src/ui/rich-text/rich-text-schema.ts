import { Extension, type Extensions, markInputRule, mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TextAlign } from "@tiptap/extension-text-align";
import { BackgroundColor, Color, FontFamily, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { Placeholder } from "@tiptap/extensions";
import { isHistoryTransaction } from "@tiptap/pm/history";
import { StarterKit } from "@tiptap/starter-kit";
import {
	alignments,
	blogImagePath,
	deepestIndent,
	fontFamilies,
	fontSizes,
	indentStep,
	videoEmbedUrl,
} from "#lib/text/rich-text.ts";

// What a document may contain. It matches the server's sanitizer (#lib/text/rich-text.ts), and HTML is read and
// written in the same spelling, so that a document is the same after saving.

declare module "@tiptap/core" {
	interface Commands<ReturnType> {
		blockLook: {
			setDirection(direction: "rtl" | null): ReturnType;
			/** Indents or outdents a block by one step, or a list item by one level. */
			moveIndent(steps: 1 | -1): ReturnType;
		};
		video: { insertVideo(video: { src: string; title: string }): ReturnType };
	}
}

/** Converts 'rgb(181, 48, 15)', the form that browsers return, to '#b5300f'. */
function toHex(colour: string): string | null {
	if (/^#[\da-f]{6}$/i.test(colour)) return colour;
	const parts = colour.match(/^rgb\((\d+), (\d+), (\d+)\)$/)?.slice(1);
	return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : null;
}

const known = (choices: readonly { value: string }[], value: string) =>
	choices.find((choice) => choice.value === value)?.value ?? null;

/** Accepts only what the sanitizer keeps, so that pasted contents aren't lost on saving. */
function reading(look: Extension, accept: (value: string) => string | null): Extension {
	return look.extend({
		addGlobalAttributes() {
			return (this.parent?.() ?? []).map(({ types, attributes }) => ({
				types,
				attributes: Object.fromEntries(
					Object.entries(attributes).map(([name, attribute]) => [
						name,
						{ ...attribute, parseHTML: (element: HTMLElement) => accept(attribute?.parseHTML?.(element) ?? "") },
					]),
				),
			}));
		},
	});
}

const blocks = ["paragraph", "heading"];

const BlockLook = Extension.create({
	name: "blockLook",
	addGlobalAttributes() {
		return [
			{
				types: blocks,
				attributes: {
					indent: {
						default: 0,
						parseHTML: (element) => {
							const steps = Number.parseInt(element.style.marginInlineStart, 10) / indentStep;
							return Number.isInteger(steps) && steps > 0 && steps <= deepestIndent ? steps : 0;
						},
						renderHTML: ({ indent }) => (indent ? { style: `margin-inline-start:${indent * indentStep}em` } : {}),
					},
					direction: {
						default: null,
						parseHTML: (element) => (element.dir === "rtl" ? "rtl" : null),
						renderHTML: ({ direction }) => (direction ? { dir: direction } : {}),
					},
				},
			},
		];
	},
	addCommands() {
		return {
			setDirection:
				(direction) =>
				({ commands }) =>
					blocks.map((block) => commands.updateAttributes(block, { direction })).some(Boolean),
			moveIndent:
				(steps) =>
				({ commands, editor, tr, state }) => {
					if (editor.isActive("listItem")) {
						return steps > 0 ? commands.sinkListItem("listItem") : commands.liftListItem("listItem");
					}
					state.doc.nodesBetween(state.selection.from, state.selection.to, (node, position) => {
						if (!blocks.includes(node.type.name)) return;
						const indent = Math.max(0, Math.min(deepestIndent, node.attrs.indent + steps));
						tr.setNodeAttribute(position, "indent", indent);
					});
					return tr.docChanged;
				},
		};
	},
});

/** Only uploaded pictures: the page's policy allows no others. */
const UploadedImage = Image.extend({
	parseHTML() {
		return [{ tag: `img[src^="${blogImagePath}"]` }];
	},
	// The Markdown of a picture would show one from elsewhere, which saving leaves out.
	addInputRules: () => [],
});

const Video = Node.create({
	name: "video",
	group: "block",
	atom: true,
	draggable: true,
	addAttributes() {
		return { src: { default: null }, title: { default: "Video" } };
	},
	parseHTML() {
		return [
			{
				tag: "iframe[src]",
				getAttrs: (element) => {
					const src = videoEmbedUrl(element.getAttribute("src") ?? "");
					return src ? { src, title: element.getAttribute("title") ?? "Video" } : false;
				},
			},
		];
	},
	renderHTML({ HTMLAttributes }) {
		const player = { allow: "fullscreen; picture-in-picture; encrypted-media", loading: "lazy" };
		return ["iframe", mergeAttributes(HTMLAttributes, player)];
	},
	/** A frame around the player, which can't be clicked itself, is what the mouse selects. */
	addNodeView() {
		return ({ HTMLAttributes }) => {
			const dom = document.createElement("div");
			const player = document.createElement("iframe");
			for (const [name, value] of Object.entries(HTMLAttributes)) player.setAttribute(name, String(value));
			dom.append(player);
			return { dom };
		};
	},
	addCommands() {
		return {
			insertVideo:
				(video) =>
				({ commands }) =>
					commands.insertContent({ type: this.name, attrs: video }),
		};
	},
});

/**
 * Undo and redo take one step each. When all of the text was selected and what is left is empty, TipTap makes it a plain paragraph: also after an undo,
 * whose next step would then fail.
 */
const PreciseUndo = Extension.create({
	name: "preciseUndo",
	dispatchTransaction({ transaction, next }) {
		next(isHistoryTransaction(transaction) ? transaction.setMeta("preventClearDocument", true) : transaction);
	},
	// With nothing to redo, the keys would be tried once more without Shift, and so undo.
	addKeyboardShortcuts() {
		const redo = () => {
			this.editor.commands.redo();
			return true;
		};
		return { "Shift-Mod-z": redo, "Shift-Mod-я": redo };
	},
});

/** Words between asterisks or underscores become italic as they are typed. "2 * 3 * 4" stays a product. */
const TypedItalic = Italic.extend({
	addInputRules() {
		return [/(?:^|\s)(\*(?!\s)([^*]*[^*\s])\*)$/, /(?:^|\s)(_(?!\s)([^_]*[^_\s])_)$/].map((find) =>
			markInputRule({ find, type: this.type }),
		);
	},
});

/** Every word is the ending of some address: a space that is missing behind a full stop must not make a link. */
export const writtenAddress = /^(?:https?:|mailto:|www\.)|@|\.(?:com|org|net|edu|gov|info|io)(?:[/?#:]|$)/i;

/** What is nothing but an address, and not a name such as 'Node.js'. */
export const fullAddress = /^(?:(?:https?:\/\/|mailto:|www\.)\S+|[^\s@]+@[^\s@]+)$/i;

/** Whoever pastes 'J. Smith' means no list that begins at 10. */
const Basics = StarterKit.extend({
	addExtensions() {
		const extensions = this.parent?.() ?? [];
		return extensions.map((each) =>
			each instanceof Node && each.name === "orderedList" ? each.extend({ addProseMirrorPlugins: () => [] }) : each,
		);
	},
});

/** What the server would make no link. */
const foreignAddress = /^\s*(?:\/\/|(?:ftps?|sms|callto|xmpp|cid):)/i;

export function richTextExtensions(placeholder: string): Extensions {
	return [
		Basics.configure({
			italic: false,
			link: false,
			// Out of these leads Enter in an empty line: an empty paragraph behind the text would only be in the way.
			trailingNode: { notAfter: ["heading", "bulletList", "orderedList", "blockquote"] },
		}),
		// What is typed behind a link is not part of it.
		Link.extend({ inclusive: false }).configure({
			openOnClick: false,
			defaultProtocol: "https",
			shouldAutoLink: (text) => writtenAddress.test(text),
			isAllowedUri: (address, { defaultValidate }) => defaultValidate(address) && !foreignAddress.test(address),
			HTMLAttributes: { target: null, rel: null, class: null },
		}),
		TypedItalic,
		PreciseUndo,
		TextStyle,
		reading(Color, toHex),
		reading(BackgroundColor, toHex),
		reading(FontFamily, (value) => known(fontFamilies, value.replace(/["']/g, ""))),
		reading(FontSize, (value) => known(fontSizes, value)),
		Subscript.extend({ excludes: "superscript" }),
		Superscript.extend({ excludes: "subscript" }),
		// Its shortcuts conflict with the browser's own for reloading and developer tools.
		TextAlign.extend({ addKeyboardShortcuts: () => ({}) }).configure({ types: blocks, alignments: [...alignments] }),
		BlockLook,
		UploadedImage,
		Video,
		Placeholder.configure({ placeholder }),
	];
}
