import type { MiddlewareHandler } from "hono";
import { tooManyRequests } from "#platform/http/http-errors.server.ts";
import { clientAddress, countCaller, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Per client address: enough for an office behind one, too few to guess links or to keep the typesetter busy. */
const visits: RateLimit = { name: "public-invoice", points: 60, seconds: 60 };

/** Limits requests for an invoice's public page and its PDF. */
export function limitPublicInvoices({
	rateLimits,
	settings,
}: Pick<Deps, "rateLimits" | "settings">): MiddlewareHandler {
	return async (c, next) => {
		const wait = await countCaller(rateLimits, visits, clientAddress(c, settings.trustedProxies));
		if (!wait) return next();
		// A person reads this in a browser.
		return c.text(tooManyRequests(wait).message, 429, { "retry-after": String(wait) });
	};
}
