import type { MetaDescriptor } from "react-router";
import { site } from "#site.config.ts";

/** Of every page that names none of its own; in public/, 1200 by 630. */
const defaultImage = "/og.png";

type Page = { title: string; description: string; path: string; image?: string; type?: "website" | "article" };

/** What search engines and social networks read of a public page. `siteUrl` is the public origin (`rootData`). */
export function pageMeta(siteUrl: string, page: Page): MetaDescriptor[] {
	const title = `${page.title} | ${site.name}`;
	const url = new URL(page.path, siteUrl).href;
	const image = new URL(page.image ?? defaultImage, siteUrl).href;
	return [
		{ title },
		{ name: "description", content: page.description },
		{ tagName: "link", rel: "canonical", href: url },
		{ property: "og:site_name", content: site.name },
		{ property: "og:type", content: page.type ?? "website" },
		{ property: "og:title", content: title },
		{ property: "og:description", content: page.description },
		{ property: "og:url", content: url },
		{ property: "og:image", content: image },
		{ name: "twitter:card", content: "summary_large_image" },
	];
}

/** For a page that search engines must not keep: title only. */
export function unlistedMeta(title: string): MetaDescriptor[] {
	return [{ title: `${title} | ${site.name}` }, { name: "robots", content: "noindex" }];
}
