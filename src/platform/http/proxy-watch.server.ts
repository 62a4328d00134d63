import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Paths that are requested directly from this machine, not through the proxies. */
const directPaths = new Set(["/healthz", "/metrics"]);

/**
 * Checks each request until one shows that TRUSTED_PROXIES is wrong, then logs that once. If the number is too small,
 * all visitors share one address and its limits. If it is too large, visitors can forge their addresses.
 */
export const proxyWatchOf = oncePer(({ logger, settings: { trustedProxies } }: Pick<Deps, "logger" | "settings">) => {
	let warned = false;
	const warn = (message: string, named: number) => {
		warned = true;
		logger.warn({ TRUSTED_PROXIES: trustedProxies, named }, message);
	};
	return ({ headers, url }: Request): void => {
		if (warned) return;
		const named =
			headers
				.get("x-forwarded-for")
				?.split(",")
				.filter((hop) => hop.trim()).length ?? 0;
		if (trustedProxies === 0 && (named > 0 || headers.has("forwarded"))) {
			warn(
				"a request carries X-Forwarded-For, but TRUSTED_PROXIES is 0; if the site is behind a proxy, all visitors share one rate limit",
				named,
			);
		} else if (named < trustedProxies && !directPaths.has(new URL(url).pathname)) {
			warn(
				"a request came through fewer proxies than TRUSTED_PROXIES; set it to the number of proxies that add to X-Forwarded-For",
				named,
			);
		}
	};
});
