import { blogImagePath } from "#lib/text/rich-text.ts";

/**
 * Pasted HTML as a document can take it over: The paragraphs that Word writes for the items of a list become lists, and
 * each cell of a table a line, or the words of neighbors would run together. Fonts, black, gray, white, and any color of a
 * heading are other programs' defaults: kept, they would stay when the page gets dark. Links look like those of the page.
 */
export function cleanPastedHtml(html: string): string {
	const { body } = parse(html);
	for (const item of body.querySelectorAll<HTMLElement>("p[style*='mso-list:']")) intoList(item);
	const isOurs = body.querySelector("[data-pm-slice]") !== null;
	for (const element of isOurs
		? []
		: body.querySelectorAll<HTMLElement>("[style*=color], [style*=background], [style*=font]")) {
		const { style } = element;
		const isLink = element.closest("a") !== null;
		if (isLink) style.removeProperty("text-decoration");
		if (isLink || isGray(style.color) || element.closest("h1, h2, h3, h4, h5, h6")) style.removeProperty("color");
		style.removeProperty("font-family");
		if (isGray(style.backgroundColor)) style.removeProperty("background");
		if (style.length === 0) element.removeAttribute("style");
	}
	// To footnotes and comments of the other document.
	for (const link of body.querySelectorAll("a[href^='#']")) link.replaceWith(...link.childNodes);
	if (!isOurs && body.querySelector("h1")) lowerHeadings(body);
	// The empty lines of Google Docs and of Word. Blocks have their distance.
	for (const gap of isOurs ? [] : body.querySelectorAll("br")) if (followsBlock(gap)) gap.remove();
	for (const gap of isOurs ? [] : body.querySelectorAll("p")) if (isBlank(gap)) gap.remove();
	for (const part of body.querySelectorAll("table, thead, tbody, tfoot, tr, th, td")) {
		const line = body.ownerDocument.createElement("div");
		line.append(...part.childNodes);
		part.replaceWith(line);
	}
	return body.innerHTML;
}

/** In a document of its own the first level is for its sections. Here the title has it. */
function lowerHeadings(body: HTMLElement): void {
	for (const level of [5, 4, 3, 2, 1]) {
		for (const heading of body.querySelectorAll(`h${level}`)) {
			const lower = body.ownerDocument.createElement(`h${level + 1}`);
			lower.append(...heading.childNodes);
			heading.replaceWith(lower);
		}
	}
}

/** Says what is lost of pasted HTML. Undefined if nothing is. */
export function lossOfPaste(html: string): string | undefined {
	const { body } = parse(html);
	const pictures = [...body.querySelectorAll("img")].filter(
		(picture) => !picture.getAttribute("src")?.startsWith(blogImagePath),
	).length;
	const losses = [
		body.querySelector("table") && "Each cell of a table became a line.",
		pictures > 0 &&
			`${pictures === 1 ? "A picture was" : `${pictures} pictures were`} left out: Add the files themselves.`,
	];
	return losses.filter(Boolean).join(" ") || undefined;
}

/** @param colour as a style attribute returns it: 'rgb(51, 51, 51)', or a word such as 'black' */
function isGray(colour: string): boolean {
	if (colour === "black" || colour === "white") return true;
	const parts = colour.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
	return parts.length === 3 && Math.max(...parts) - Math.min(...parts) < mostlyGray;
}
const mostlyGray = 24;

const isBlank = (element: Element) => element.textContent.trim() === "" && !element.querySelector("img, iframe");

function followsBlock({ previousSibling }: Node): boolean {
	if (previousSibling instanceof Text && previousSibling.data.trim() === "") return followsBlock(previousSibling);
	return previousSibling instanceof Element && previousSibling.matches("p, h1, h2, h3, h4, h5, h6, ul, ol, table");
}

/** Runs no scripts and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");

/** Makes a paragraph that Word has marked as an item one of the list that ends before it, or of a new one. */
function intoList(paragraph: HTMLElement): void {
	const document = paragraph.ownerDocument;
	const place = paragraph
		.getAttribute("style")
		?.split(";")
		.find((part) => part.includes("mso-list:"));
	const level = Number(/ level(\d)/.exec(place ?? "")?.[1] ?? 1);
	const mark = paragraph.querySelector("[style*='mso-list:Ignore']");
	const number = /^\(?([\p{L}\d]+)[.)]/u.exec(mark?.textContent.trim() ?? "")?.[1];
	mark?.remove();
	const item = document.createElement("li");
	item.append(...paragraph.childNodes);

	const tag = number ? "ol" : "ul";
	const open = openLists(paragraph.previousElementSibling).slice(0, level);
	const last = open.at(-1);
	if (last?.localName === tag && open.length === level) last.append(item);
	else {
		const list = document.createElement(tag);
		if (Number(number) > 1) list.setAttribute("start", String(number));
		list.append(item);
		const outer = open.length === level ? open.at(-2) : last;
		if (outer) outer.lastElementChild?.append(list);
		else paragraph.before(list);
	}
	paragraph.remove();
}

/** The lists in which an element ends, from the outermost. */
const openLists = (element: Element | null | undefined): Element[] =>
	element?.matches("ul, ol") ? [element, ...openLists(element.lastElementChild?.lastElementChild)] : [];
