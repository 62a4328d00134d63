import { blogImagePath } from "#lib/text/rich-text.ts";

/**
 * Pasted HTML as a document can take it over: What Word writes for the items of a list becomes lists, and
 * each cell of a table a line, or the words of neighbors would run together. Fonts and colors are other programs' defaults:
 * kept, they would stay when the page gets dark. Links look like those of the page.
 */
export function cleanPastedHtml(html: string): string {
	const { body } = parse(html);
	for (const end of body.querySelectorAll(".EOP")) end.remove();
	intoLists(body);
	const isOurs = body.querySelector("[data-pm-slice]") !== null;
	for (const element of isOurs ? [] : body.querySelectorAll<HTMLElement>("[style]")) {
		const { style } = element;
		if (element.closest("a") !== null) style.removeProperty("text-decoration");
		for (const name of ["color", "background", "font-family"]) style.removeProperty(name);
		if (style.length === 0) element.removeAttribute("style");
	}
	// To footnotes and comments of the other document.
	for (const link of body.querySelectorAll("a[href^='#']")) link.replaceWith(...link.childNodes);
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

const isBlank = (element: Element) => element.textContent.trim() === "" && !element.querySelector("img, iframe");

function followsBlock({ previousSibling }: Node): boolean {
	if (previousSibling instanceof Text && previousSibling.data.trim() === "") return followsBlock(previousSibling);
	return previousSibling instanceof Element && previousSibling.matches("p, h1, h2, h3, h4, h5, h6, ul, ol, table");
}

/** Runs no scripts and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");

/** An item of a list in Word. Items of one list have the same `list`, at any level, and wherever its numbers go on. */
type WordItem = { element: HTMLElement; list: string; level: number; isNumbered: boolean; number: number | undefined };

/** Word marks paragraphs as items. On the web, it writes each item as a list of its own. */
function intoLists(body: HTMLElement): void {
	const counts = new Map<string, number[]>();
	for (const element of body.querySelectorAll<HTMLElement>("p[style*='mso-list:'], li[data-aria-level]")) {
		const item = element.localName === "p" ? markedItem(element) : webItem(element);
		if (!item) continue;
		const numbers = counts.get(item.list) ?? [];
		counts.set(item.list, numbers);
		const last = numbers[item.level - 1] ?? 0;
		const number = item.number ?? last + 1;
		// Deeper levels begin again.
		numbers.length = item.level;
		numbers[item.level - 1] = number;
		addToList(item, number, number === last + 1);
	}
	// What is left are the numbers of headings.
	for (const mark of body.querySelectorAll(wordMark)) mark.replaceWith(`${mark.textContent.trim()} `);
}

/** The number or bullet that Word has drawn before a text, with the space behind it. */
const wordMark = "[style*='mso-list:Ignore']";

function markedItem(element: HTMLElement): WordItem | undefined {
	// A paragraph whose number its author has removed says 'none'.
	const place = /mso-list:\s*(l\d+)\s+level(\d)\s+(lfo\d+)/.exec(element.getAttribute("style") ?? "");
	if (!place) return undefined;
	const mark = element.querySelector(wordMark);
	// Circled and wide digits become plain ones.
	const text = mark?.textContent.normalize("NFKC").trim() ?? "";
	mark?.remove();
	const digits = /(\p{Nd}+)[^\p{L}\p{N}]*$/u.exec(text)?.[1];
	return {
		element,
		list: `${place[1]} ${place[3]}`,
		level: Number(place[2]),
		isNumbered: /\p{N}|\p{Script=Han}|^\(?\p{L}[\p{L}\p{M}]*[.):、]/u.test(text),
		number: digits === undefined ? undefined : Number(Array.from(digits, plainDigit).join("")),
	};
}

/** In Unicode, the ten digits of each script are in a row. */
function plainDigit(digit: string): number {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return (code - zero) % 10;
}

function webItem(element: HTMLElement): WordItem | undefined {
	const { ariaLevel, ariaPosinset, listid = "" } = element.dataset;
	const own = element.closest("ul, ol");
	const outermost = element.closest(".ListContainerWrapper") ?? own;
	// One that is in another item is nested already.
	if (!own || !outermost || own.parentElement?.closest("li")) return undefined;
	outermost.before(element);
	if (!outermost.querySelector("li")) outermost.remove();
	const number = Math.max(Number(ariaPosinset) || 1, Number(own.getAttribute("start")));
	return {
		element,
		list: listid,
		level: Number(/^[1-9]$/.exec(ariaLevel ?? "")?.[0] ?? 1),
		isNumbered: own.localName === "ol",
		number,
	};
}

/** @param isNext whether its number follows that of the item before it */
function addToList({ element, list, level, isNumbered }: WordItem, number: number, isNext: boolean): void {
	const document = element.ownerDocument;
	const item = document.createElement("li");
	item.append(...element.childNodes);
	const tag = isNumbered ? "ol" : "ul";
	const open = openLists(element.previousElementSibling).filter((each) => Number(each.dataset.level) <= level);
	const last = open.at(-1);
	const isSameLevel = Number(last?.dataset.level) === level;
	if (isSameLevel && last?.localName === tag && last.dataset.list === list && (isNext || !isNumbered))
		last.append(item);
	else {
		const created = document.createElement(tag);
		Object.assign(created.dataset, { list, level });
		if (isNumbered && number > 1) created.setAttribute("start", String(number));
		created.append(item);
		const outer = isSameLevel ? open.at(-2) : last;
		if (outer) outer.lastElementChild?.append(created);
		else element.before(created);
	}
	element.remove();
}

/** The lists in which an element ends, from the outermost. */
const openLists = (element: Element | null | undefined): HTMLElement[] =>
	element instanceof HTMLElement && element.matches("ul, ol")
		? [element, ...openLists(element.lastElementChild?.lastElementChild)]
		: [];
