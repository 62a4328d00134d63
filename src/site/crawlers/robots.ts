import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/robots";

export { publicPage as handle } from "#lib/page-handle.ts";

/** Keeps crawlers away from everything that isn't a public page. Pages that must not be found also have `noindex`. */
const closed = ["/admin", "/auth", "/setup", "/bookings", "/api/", "/blog/preview/", "/preview/"];

export function loader({ context }: Route.LoaderArgs) {
	const { siteUrl } = depsFrom(context).settings;
	const rules = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${siteUrl}/sitemap.xml`];
	return new Response(`${rules.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
