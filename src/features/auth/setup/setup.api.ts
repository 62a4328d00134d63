import { Hono } from "hono";
import { weaknessOf } from "#features/auth/accounts/password-rules.server.ts";
import { presentSession } from "#features/auth/sessions/sessions.server.ts";
import { invalidInput } from "#platform/http/http-errors.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import { limitCallers } from "#platform/limits/limit-callers.server.ts";
import { noRateLimits, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { setupInputSchema } from "./setup.schema.ts";
import { createFirstAdmin, requireSetupLink } from "./setup.server.ts";

/** Per client address. */
const attempts: RateLimit = { name: "setup", points: 10, seconds: 60 };
/** Largest request, in bytes. */
const largestBody = 8 * 1024;

/** Makes the first admin, for whoever holds a link from the log of a start. */
export function setupApi(deps: Deps) {
	const { settings } = deps;
	const rateLimits = settings.auth.rateLimits ? deps.rateLimits : noRateLimits;
	const limitAttempts = limitCallers({ rateLimits, settings }, attempts);
	return new Hono().post("/", limitAttempts, validateJson(setupInputSchema, largestBody), async (c) => {
		const input = c.req.valid("json");
		// Before the password is hashed, which takes work that only a genuine link may cause.
		await requireSetupLink(deps, input.token);
		const weakness = weaknessOf(settings, input.password);
		if (weakness) throw invalidInput({ password: weakness.message });
		const passwordHash = await deps.passwords.hash(input.password);
		const { user, session } = await createFirstAdmin(deps, input, passwordHash, clientOf(c, settings));
		return c.json(await presentSession(deps, user, session), 201);
	});
}
