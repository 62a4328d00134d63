import type { APIRequestContext } from "@playwright/test";
import { DomUtils, parseDocument } from "htmlparser2";
import { expect } from "./fixtures.ts";

/** An element of a page that no browser has opened. */
export type Part = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** What a page's first answer holds: texts and links that need no script are read without the cost of a browser. */
export async function readPage(request: APIRequestContext, path: string): Promise<Part> {
	const answer = await request.get(path);
	expect(answer.status()).toBe(200);
	const [page] = DomUtils.getElementsByTagName("html", parseDocument(await answer.text()));
	if (!page) throw new Error(`${path} is no page`);
	return page;
}

export const partsOf = (within: Part, tag: string): Part[] => DomUtils.getElementsByTagName(tag, within);

/** The only one of its kind. */
export function partOf(within: Part, tag: string, fits: (part: Part) => boolean = () => true): Part {
	const found = partsOf(within, tag).filter(fits);
	const [part] = found;
	if (!part || found.length > 1) throw new Error(`there are ${found.length} fitting <${tag}>`);
	return part;
}

export const textOf = (part: Part): string => DomUtils.textContent(part).replaceAll(/\s+/g, " ").trim();

export const textsOf = (within: Part, tag: string): string[] => partsOf(within, tag).map(textOf);

export const attributeOf = (part: Part | undefined, name: string): string | undefined =>
	part && DomUtils.getAttributeValue(part, name);

/** What it is called: its label, or else its text. */
export const nameOf = (part: Part): string => attributeOf(part, "aria-label") ?? textOf(part);

/** Where the links of this name lead. */
export const targetsOf = (within: Part, name: string): (string | undefined)[] =>
	partsOf(within, "a")
		.filter((link) => nameOf(link) === name)
		.map((link) => attributeOf(link, "href"));

/** The field that a label of this text belongs to, beside the label as it is shown. */
export function fieldOf(within: Part, label: string): { field: Part; shown: string } {
	const labels = partsOf(within, "label");
	const named = labels.find((part) => textOf(part).replace(/ \*$/, "") === label);
	const fields = ["input", "textarea", "select"].flatMap((tag) => partsOf(within, tag));
	const field = named && fields.find((part) => attributeOf(part, "id") === attributeOf(named, "for"));
	if (!field) throw new Error(`no field is labelled '${label}'`);
	return { field, shown: textOf(named) };
}
