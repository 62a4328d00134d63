import { firm } from "#lib/firm.ts";
import { xmlText } from "#lib/text/xml.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import type { Route } from "./+types/rss-feed";
import { presentArticle } from "./present-public-posts.server.ts";
import { listPublicPosts, nextPublication } from "./public-posts.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

const newestPosts = 20;

/** RSS 2.0 with the full content, for feed readers and newsletters. */
export async function loader({ context }: Route.LoaderArgs) {
	const { db, clock, settings } = depsFrom(context);
	const now = clock();
	const posts = await listPublicPosts(db, now, newestPosts);
	const articles = await Promise.all(posts.map((post) => presentArticle(db, post)));
	const absolute = (path: string) => xmlText(new URL(path, settings.siteUrl).href);
	const items = articles.map((article) =>
		[
			"<item>",
			`<title>${xmlText(article.title)}</title>`,
			`<link>${absolute(article.path)}</link>`,
			`<guid isPermaLink="false">${article.id}</guid>`,
			article.published && `<pubDate>${new Date(article.published.iso).toUTCString()}</pubDate>`,
			...article.tags.map((tag) => `<category>${xmlText(tag)}</category>`),
			`<description>${xmlText(article.metaDescription)}</description>`,
			`<content:encoded>${xmlText(withAbsoluteAddresses(article.html, new URL(article.path, settings.siteUrl).href))}</content:encoded>`,
			"</item>",
		].join(""),
	);
	const feed = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${xmlText(`Blog | ${firm().name}`)}</title>
<link>${absolute("/blog")}</link>
<atom:link href="${absolute("/blog/rss.xml")}" rel="self" type="application/rss+xml"/>
<description>${xmlText(firm().description)}</description>
<language>${site.locale}</language>
${items.join("\n")}
</channel></rss>
`;
	const next = await nextPublication(db, now);
	return new Response(feed, {
		headers: { "Content-Type": "application/rss+xml; charset=utf-8", ...(next && { Expires: next.toUTCString() }) },
	});
}

/** As a browser would resolve them on the post's own page. */
export const withAbsoluteAddresses = (html: string, pageUrl: string) =>
	html.replace(/ (src|href|srcset)="([^"]*)"/g, (_, name: string, value: string) => {
		const addresses = name === "srcset" ? value.split(/,\s+/) : [value];
		return ` ${name}="${addresses.map((address) => absoluteAddress(address, pageUrl)).join(", ")}"`;
	});

/** @param address with the width that follows it in a `srcset` */
function absoluteAddress(address: string, pageUrl: string): string {
	const [, url = "", rest = ""] = /^\s*(\S*)(.*)$/s.exec(address) ?? [];
	return (URL.canParse(url) ? url : (URL.parse(url, pageUrl)?.href ?? url)) + rest;
}
