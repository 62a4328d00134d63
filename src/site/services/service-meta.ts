import type { MetaDescriptor } from "react-router";
import { content } from "#site/content/content.tsx";
import { pageMeta } from "#site/crawlers/seo.ts";
import { showcasePicture } from "./service-pictures.ts";
import { type ServiceSlug, serviceCatalogue } from "./services.ts";

/** The head of a service page. `root` is the root route's match, whose loader provides the site's address. */
export function serviceMeta(root: { loaderData: { siteUrl: string } }, slug: ServiceSlug): MetaDescriptor[] {
	const { path } = serviceCatalogue[slug];
	const { title, description } = content(slug);
	const image = showcasePicture(slug).sources.img.src;
	return pageMeta(root.loaderData.siteUrl, { title, description, path, image });
}
