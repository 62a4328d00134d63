import type { MiddlewareHandler } from "hono";
import { tooManyRequests } from "#platform/http/http-errors.server.ts";
import { clientAddress, countCaller, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Per client address: enough for an office behind one, too few to guess links. */
const visits: RateLimit = { name: "guest-links", points: 60, seconds: 60 };

/** In front of the pages that a guest's link opens, and of calendar feeds. */
export function limitGuestLinks({ rateLimits, settings }: Pick<Deps, "rateLimits" | "settings">): MiddlewareHandler {
	return async (c, next) => {
		const wait = await countCaller(rateLimits, visits, clientAddress(c, settings.trustedProxies));
		if (!wait) return next();
		setHeaders(c.header);
		return c.text(tooManyRequests(wait).message, 429, { "retry-after": String(wait) });
	};
}

/** The address is the key: no other site may learn it, no machine keep it. */
export const guestLinkHeaders: MiddlewareHandler = async (c, next) => {
	await next();
	setHeaders((name, value) => c.res.headers.set(name, value));
};

function setHeaders(set: (name: string, value: string) => void): void {
	set("cache-control", "no-store");
	set("x-robots-tag", "noindex");
	// Not `no-referrer`: under it browsers send `Origin: null` with a form, which the router's check of origins refuses.
	set("referrer-policy", "same-origin");
}
