import { Hono } from "hono";
import { undoSchema } from "#features/auth/auth.schema.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import { limitCallers } from "#platform/limits/limit-callers.server.ts";
import { noRateLimits, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { undoAddition } from "./additions.server.ts";

/** Per client address, as for the other emailed links (contracts: auth 9.1). */
const opening: RateLimit = { name: "undo-links", points: 30, seconds: 5 * 60 };
/** Largest request, in bytes. */
const openingBody = 1024;

/** What the page does that the link in an email about an added second step opens. */
export function additionsApi(deps: Deps) {
	const { settings } = deps;
	const rateLimits = settings.auth.rateLimits ? deps.rateLimits : noRateLimits;
	const limit = limitCallers({ rateLimits, settings }, opening);
	return new Hono().post("/undo", limit, validateJson(undoSchema, openingBody), async (c) => {
		await undoAddition(deps, c.req.valid("json").token, clientOf(c, settings));
		return c.body(null, 204);
	});
}
