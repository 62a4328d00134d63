import type { MiddlewareHandler } from "hono";
import { tooManyRequests } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { clientAddress, countCaller, type RateLimit } from "./rate-limits.server.ts";

type Limiting = Pick<Deps, "rateLimits" | "settings">;

/** In front of an endpoint, before anything is read: an invalid request counts, too. @throws {HttpError} 429 */
export function limitCallers(deps: Limiting, limit: RateLimit): MiddlewareHandler {
	return async (c, next) => {
		const wait = await countCaller(deps.rateLimits, limit, clientAddress(c, deps.settings.trustedProxies));
		if (wait) throw tooManyRequests(wait);
		await next();
	};
}

/** In front of a page: a person reads the refusal in a browser. */
export function limitVisitors(deps: Limiting, limit: RateLimit): MiddlewareHandler {
	return async (c, next) => {
		const wait = await countCaller(deps.rateLimits, limit, clientAddress(c, deps.settings.trustedProxies));
		return wait ? c.text(tooManyRequests(wait).message, 429, { "retry-after": String(wait) }) : next();
	};
}
