import { Extension, type Extensions, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import {
	type Alignment,
	alignments,
	blogImagePath,
	deepestIndent,
	fontFamilies,
	fontSizes,
	indentStep,
	videoEmbedUrl,
} from "#lib/rich-text.ts";

// What a document may hold: the same list as the server's sanitiser (#lib/rich-text.ts), read from HTML and written to
// it in the same spelling, so that a document is the same after saving.

declare module "@tiptap/core" {
	interface Commands<ReturnType> {
		textLook: {
			/** Sets some of font, size and colours; null takes one away. */
			setTextLook(look: Partial<TextLook>): ReturnType;
		};
		blockLook: {
			setAlignment(alignment: Alignment): ReturnType;
			setDirection(direction: "rtl" | null): ReturnType;
			/** Moves a block in or out by one step; a list item by one level. */
			moveIndent(steps: 1 | -1): ReturnType;
		};
		video: { insertVideo(video: { src: string; title: string }): ReturnType };
	}
}

type TextLook = {
	color: string | null;
	backgroundColor: string | null;
	fontFamily: string | null;
	fontSize: string | null;
};

/** '#b5300f' from 'rgb(181, 48, 15)', which is how browsers hand a colour out. */
function toHex(colour: string): string | null {
	if (/^#[\da-f]{6}$/i.test(colour)) return colour;
	const parts = colour.match(/^rgb\((\d+), (\d+), (\d+)\)$/)?.slice(1);
	return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : null;
}

const known = (choices: readonly { value: string }[], value: string) =>
	choices.find((choice) => choice.value === value)?.value ?? null;

const styleAttribute = (
	name: keyof TextLook,
	property: string,
	read: (style: CSSStyleDeclaration) => string | null,
) => ({
	[name]: {
		default: null,
		parseHTML: (element: HTMLElement) => read(element.style),
		renderHTML: (attributes: Record<string, unknown>) =>
			attributes[name] ? { style: `${property}:${attributes[name]}` } : {},
	},
});

const TextLookMark = Mark.create({
	name: "textLook",
	addAttributes() {
		return {
			...styleAttribute("color", "color", (style) => toHex(style.color)),
			...styleAttribute("backgroundColor", "background-color", (style) => toHex(style.backgroundColor)),
			...styleAttribute("fontFamily", "font-family", (style) =>
				known(fontFamilies, style.fontFamily.replace(/["']/g, "")),
			),
			...styleAttribute("fontSize", "font-size", (style) => known(fontSizes, style.fontSize)),
		};
	},
	parseHTML() {
		return [{ tag: "span[style]" }];
	},
	renderHTML({ HTMLAttributes }) {
		return ["span", HTMLAttributes, 0];
	},
	addCommands() {
		return {
			setTextLook:
				(look) =>
				({ chain, editor }) => {
					const next = { ...editor.getAttributes("textLook"), ...look };
					return Object.values(next).some(Boolean)
						? chain().setMark("textLook", next).run()
						: chain().unsetMark("textLook").run();
				},
		};
	},
});

const scriptMark = (name: "subscript" | "superscript", tag: "sub" | "sup", other: string, shortcut: string) =>
	Mark.create({
		name,
		excludes: other,
		parseHTML: () => [{ tag }],
		renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
		addKeyboardShortcuts() {
			return { [shortcut]: () => this.editor.commands.toggleMark(name) };
		},
	});

const blocks = ["paragraph", "heading"];

const BlockLook = Extension.create({
	name: "blockLook",
	addGlobalAttributes() {
		return [
			{
				types: blocks,
				attributes: {
					alignment: {
						default: null,
						parseHTML: (element) => alignments.find((alignment) => alignment === element.style.textAlign) ?? null,
						renderHTML: ({ alignment }) => (alignment ? { style: `text-align:${alignment}` } : {}),
					},
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
			// Left is where text stands by itself, unless it runs from the right.
			setAlignment:
				(alignment) =>
				({ commands, editor }) => {
					const rightToLeft = blocks.some((block) => editor.getAttributes(block).direction === "rtl");
					const value = alignment === (rightToLeft ? "right" : "left") ? null : alignment;
					return blocks.map((block) => commands.updateAttributes(block, { alignment: value })).some(Boolean);
				},
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

/** Only pictures of our own: the page's policy loads no other. */
const UploadedImage = Image.extend({
	parseHTML() {
		return [{ tag: `img[src^="${blogImagePath}"]` }];
	},
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
	addCommands() {
		return {
			insertVideo:
				(video) =>
				({ commands }) =>
					commands.insertContent({ type: this.name, attrs: video }),
		};
	},
});

export function richTextExtensions(placeholder: string): Extensions {
	return [
		StarterKit.configure({
			link: {
				openOnClick: false,
				defaultProtocol: "https",
				HTMLAttributes: { target: null, rel: null, class: null },
			},
		}),
		TextLookMark,
		scriptMark("subscript", "sub", "superscript", "Mod-,"),
		scriptMark("superscript", "sup", "subscript", "Mod-."),
		BlockLook,
		UploadedImage,
		Video,
		Placeholder.configure({ placeholder }),
	];
}
