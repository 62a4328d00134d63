import { openJobPages } from "#features/applications/apply/open-jobs.server.ts";
import { publicPostPages } from "#features/posts/public/public-posts.server.ts";
import { xmlText } from "#lib/text/xml.ts";
import type { Database } from "#platform/database/database.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { publicPaths } from "#site/crawlers/public-paths.ts";
import { isOffered } from "#site/navigation.ts";
import type { Route } from "./+types/sitemap";

export { publicPage as handle } from "#lib/page-handle.ts";

type SitemapPage = { path: string; changed?: Date };
/** The public pages of one subject, at one point in time. */
type SitemapSource = (db: Database, now: Date) => Promise<SitemapPage[]>;

const sources: SitemapSource[] = [
	async () => publicPaths.filter(isOffered).map((path) => ({ path })),
	publicPostPages,
	openJobPages,
];

export async function loader({ context }: Route.LoaderArgs) {
	const { db, clock, settings } = depsFrom(context);
	const pages = (await Promise.all(sources.map((source) => source(db, clock())))).flat();
	const urls = pages.map(({ path, changed }) => {
		const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
		return `<url><loc>${xmlText(new URL(path, settings.siteUrl).href)}</loc>${lastmod}</url>`;
	});
	const sitemap = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
	return new Response(sitemap, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
