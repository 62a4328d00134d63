import type { MetaDescriptor } from "react-router";
import { firm } from "#lib/firm.ts";

type Page = { title: string; description: string; path: string; image?: string; type?: "website" | "article" };

/** The data of a public page for search engines and social networks. `siteUrl` is the public origin (`rootData`). */
export function pageMeta(siteUrl: string, page: Page): MetaDescriptor[] {
	const title = `${page.title} | ${firm().name}`;
	const url = new URL(page.path, siteUrl).href;
	const image = new URL(page.image ?? firm().shareImage, siteUrl).href;
	return [
		{ title },
		{ name: "description", content: page.description },
		{ tagName: "link", rel: "canonical", href: url },
		{ property: "og:site_name", content: firm().name },
		{ property: "og:type", content: page.type ?? "website" },
		{ property: "og:title", content: title },
		{ property: "og:description", content: page.description },
		{ property: "og:url", content: url },
		{ property: "og:image", content: image },
		{ name: "twitter:card", content: "summary_large_image" },
	];
}

/** For a page that search engines must not index: title only. */
export function unlistedMeta(title: string): MetaDescriptor[] {
	return [{ title: `${title} | ${firm().name}` }, { name: "robots", content: "noindex" }];
}

/** Structured data for search engines: the path from the home page to this page. */
export function breadcrumbs(siteUrl: string, trail: { name: string; path: string }[]): MetaDescriptor {
	return {
		"script:ld+json": {
			"@context": "https://schema.org",
			"@type": "BreadcrumbList",
			itemListElement: [{ name: "Home", path: "/" }, ...trail].map(({ name, path }, index) => ({
				"@type": "ListItem",
				position: index + 1,
				name,
				item: new URL(path, siteUrl).href,
			})),
		},
	};
}

/** The firm, as structured data on its home page and as the publisher of its posts. */
export function organization(siteUrl: string) {
	return {
		"@type": "Organization",
		"@id": new URL("/#organization", siteUrl).href,
		name: firm().name,
		url: new URL("/", siteUrl).href,
		logo: new URL(firm().brand?.logo?.icon ?? "/icon-180.png", siteUrl).href,
		email: firm().email,
		telephone: firm().phone,
		sameAs: firm()
			.social.map(({ href }) => href)
			.filter(Boolean),
	};
}
