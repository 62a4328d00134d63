import { type Firm, provideFirm } from "#lib/firm.ts";
import type { Service } from "#site/services/services.ts";
import type { Pages } from "./pages.server.ts";

/** Every text of the site at one moment, with its placeholders filled in. */
export type Content = {
	firm: Firm;
	/** Those that are shown, in the order of the menus. */
	services: readonly Service[];
	pages: Pages;
};

/** What a document of the application carries: its frame needs no more. */
type ApplicationContent = Pick<Content, "firm" | "services"> & { pages: Pick<Pages, "frame"> };
type Known = Omit<Content, "pages"> & { pages: Partial<Pages> };

let source: (() => Known) | undefined;

export function provideContent(next: () => Known): void {
	source = next;
	provideFirm(() => next().firm);
}

function known(): Known {
	if (!source) throw new Error("no module has provided the texts of the site");
	return source();
}

/** The texts of a page, by the ids of its fields. In the browser only the application's frame has any. */
export function content<Page extends keyof Pages>(page: Page): Pages[Page] {
	const texts: Partial<Pages>[Page] = known().pages[page];
	if (!texts) throw new Error(`the texts of ${page} aren't in the browser`);
	return texts;
}

export const services = (): readonly Service[] => known().services;

const element = "site-content";

/** For a document of the application: the same bytes on the server and when React takes over. */
export function ApplicationContentScript() {
	const { firm, services } = known();
	const logo = firm.brand?.logo;
	const brand = firm.brand && { ...firm.brand, logo: logo ? { ...logo, png: "" } : null };
	const json: ApplicationContent = { firm: { ...firm, brand }, services, pages: { frame: content("frame") } };
	return (
		<script
			id={element}
			type="application/json"
			// biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a "<" can't end the element
			dangerouslySetInnerHTML={{ __html: JSON.stringify(json).replaceAll("<", "\\u003c") }}
		/>
	);
}

/** In the browser, before React takes over. */
export function readApplicationContent(): void {
	const json = document.getElementById(element)?.textContent;
	if (!json) return;
	const read: ApplicationContent = JSON.parse(json);
	provideContent(() => read);
}
