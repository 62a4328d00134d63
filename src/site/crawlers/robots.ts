import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/robots";

/** Keeps out of what is no page for the public; what must not be found says so itself with `noindex`. */
const closed = ["/admin", "/auth", "/bookings", "/api/", "/blog/preview/"];

export function loader({ context }: Route.LoaderArgs) {
	const { siteUrl } = depsFrom(context).settings;
	const rules = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${siteUrl}/sitemap.xml`];
	return new Response(`${rules.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
