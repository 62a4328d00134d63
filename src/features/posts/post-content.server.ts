import sanitizeHtml from "sanitize-html";
import {
	alignments,
	blogImagePath,
	deepestIndent,
	fontFamilies,
	fontSizes,
	indentStep,
	videoHosts,
} from "#lib/text/rich-text.ts";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const oneOf = (values: readonly string[]) => [new RegExp(`^(?:${values.map(escaped).join("|")})$`, "i")];

const indents = Array.from({ length: deepestIndent }, (_, level) => `${(level + 1) * indentStep}em`);
const colour = [/^#[\da-f]{3,8}$/i, /^rgba?\(\s*\d{1,3}(?:\s*,\s*[\d.]{1,4}){2,3}\s*\)$/i];

const imageName = /^[\w-]+\.[a-z]{3,4}$/;

const blocks = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li"];
const marks = ["a", "strong", "em", "u", "s", "code", "sub", "sup", "span"];

/** Browsers write a color as 'rgb(31, 91, 72)', and a font's name in quotes; the toolbar's lists '#1f5b48', and none. */
const plainStyle = (style: string): string =>
	style.replace(/["']|&quot;/g, "").replace(/rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)/g, (text, ...parts: string[]) => {
		const levels = parts.slice(0, 3).map(Number);
		return levels.some((level) => level > 255)
			? text
			: `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
	});

/** The allowlist: what the editor's toolbar produces (`#lib/text/rich-text.ts` has the values), and nothing else. */
const allowed: sanitizeHtml.IOptions = {
	allowedTags: [...blocks, ...marks, "br", "hr", "img", "iframe"],
	allowedAttributes: {
		"*": ["style", "dir"],
		a: ["href"],
		img: ["src", "alt", "width", "height"],
		iframe: ["src", "title", "allow", "allowfullscreen", "loading"],
		ol: ["start"],
		code: ["class"],
	},
	allowedClasses: { code: [/^language-[\w-]{1,30}$/] },
	allowedStyles: {
		"*": {
			color: colour,
			"background-color": colour,
			"font-family": oneOf(fontFamilies.map(({ value }) => value)),
			"font-size": oneOf(fontSizes.map(({ value }) => value)),
			"text-align": oneOf(alignments),
			"margin-inline-start": oneOf(indents),
		},
	},
	allowedSchemes: ["http", "https", "mailto", "tel"],
	allowProtocolRelative: false,
	allowedIframeHostnames: [...videoHosts],
	allowIframeRelativeUrls: false,
	// Elements that a browser runs or displays in its own way are removed with their text.
	nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title", "xmp", "svg", "math"],
	nestingLimit: 40,
	transformTags: {
		b: "strong",
		i: "em",
		del: "s",
		strike: "s",
		// Only the editor's own attributes, so that a post can't give a player more permissions.
		iframe: (tagName, { src = "", title = "Video" }) => ({
			tagName,
			attribs: { src, title, allow: "fullscreen; picture-in-picture; encrypted-media", loading: "lazy" },
		}),
		"*": (tagName, attribs) => {
			const { dir, style, ...rest } = attribs;
			return {
				tagName,
				attribs: {
					...rest,
					...(style && { style: plainStyle(style) }),
					...((dir === "rtl" || dir === "ltr") && { dir }),
				},
			};
		},
	},
	exclusiveFilter: ({ tag, attribs }) =>
		(tag === "img" && !isUploadedImage(attribs.src)) || (tag === "iframe" && !attribs.src),
};

/** The part of a stored picture's address that is its name; undefined for any other address. */
export function uploadedImageName(address: string | null | undefined): string | undefined {
	const name = address?.startsWith(blogImagePath) ? address.slice(blogImagePath.length) : undefined;
	return name && imageName.test(name) ? name : undefined;
}

const isUploadedImage = (src: string | undefined) => uploadedImageName(src) !== undefined;

/** Content as it may be stored and shown. Clean content stays unchanged. */
export function sanitizeContent(html: string): string {
	return sanitizeHtml(html, allowed);
}
