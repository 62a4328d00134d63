import type { MetaDescriptor } from "react-router";
import { breadcrumbs, organization, pageMeta } from "#site/crawlers/seo.ts";
import type { Article } from "./present-public-posts.server.ts";

/** The head of an article, for search engines and social networks. */
export function articleMeta(siteUrl: string, article: Article): MetaDescriptor[] {
	const { path, title, metaTitle, metaDescription, shareImage, published, modified, tags } = article;
	const image = new URL(shareImage, siteUrl).href;
	return [
		...pageMeta(siteUrl, {
			title: metaTitle,
			description: metaDescription,
			path,
			image: shareImage,
			type: "article",
		}),
		...(published ? [{ property: "article:published_time", content: published.iso }] : []),
		{ property: "article:modified_time", content: modified },
		...tags.map((tag) => ({ property: "article:tag", content: tag })),
		{ property: "og:image:alt", content: title },
		{ name: "twitter:title", content: metaTitle },
		{ name: "twitter:description", content: metaDescription },
		{ name: "twitter:image", content: image },
		breadcrumbs(siteUrl, [
			{ name: "Blog", path: "/blog" },
			{ name: title, path },
		]),
		{
			"script:ld+json": {
				"@context": "https://schema.org",
				"@type": "BlogPosting",
				headline: title,
				description: metaDescription,
				image,
				...(published && { datePublished: published.iso }),
				dateModified: modified,
				keywords: tags,
				mainEntityOfPage: new URL(path, siteUrl).href,
				author: organization(siteUrl),
				publisher: organization(siteUrl),
			},
		},
	];
}
