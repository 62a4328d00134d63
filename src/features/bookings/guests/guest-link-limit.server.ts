import type { MiddlewareHandler } from "hono";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";

/** Per client address: enough for an office behind one, too few to guess links. */
export const guestLinkLimit: RateLimit = { name: "guest-links", points: 60, seconds: 60 };

/** The address is the key: no other site may learn it. */
export const guestLinkHeaders: MiddlewareHandler = async (c, next) => {
	await next();
	// Not `no-referrer`: under it browsers send `Origin: null` with a form, which the router's check of origins refuses.
	c.res.headers.set("referrer-policy", "same-origin");
};
