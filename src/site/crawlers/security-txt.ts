import { addDays } from "date-fns/addDays";
import { firm } from "#lib/firm.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import type { Route } from "./+types/security-txt";

export { publicPage as handle } from "#lib/page-handle.ts";

/** RFC 9116 recommends less than a year. The file is generated for each request. */
const validDays = 180;

/** Where to report a vulnerability. */
export function loader({ context }: Route.LoaderArgs) {
	const { clock, settings } = depsFrom(context);
	const lines = [
		`Contact: ${firm().emailHref}`,
		`Expires: ${addDays(clock(), validDays).toISOString()}`,
		`Preferred-Languages: ${site.locale.split("-")[0]}`,
		`Canonical: ${settings.siteUrl}/.well-known/security.txt`,
	];
	return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
