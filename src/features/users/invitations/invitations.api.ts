import { Hono } from "hono";
import { claimMailInterval } from "#features/auth/accounts/mail-interval.server.ts";
import { weaknessOf } from "#features/auth/accounts/password-rules.server.ts";
import { AuthError } from "#features/auth/auth-errors.server.ts";
import { presentSession } from "#features/auth/sessions/sessions.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { HttpError, invalidInput, tooManyRequests } from "#platform/http/http-errors.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import { limitCallers } from "#platform/limits/limit-callers.server.ts";
import { noRateLimits, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { acceptanceSchema, invitationInputSchema, invitationTokenSchema } from "./invitations.schema.ts";
import {
	acceptInvitation,
	createInvitation,
	findInvitation,
	getOpenInvitation,
	listInvitations,
	presentInvitation,
	requireInvitable,
	sendInvitationAgain,
	withdrawInvitation,
} from "./invitations.server.ts";

/** Per admin, so that a stolen admin session cannot be used to send mass email from the firm's address. */
const mailsPerDay: RateLimit = { name: "invitations", points: 50, seconds: 24 * 60 * 60 };
/** Per client address, as for the other emailed links (contracts: auth 9.1). */
const opening: RateLimit = { name: "invitation-links", points: 30, seconds: 5 * 60 };
/** Largest request, in bytes, of someone who holds an invitation link or pretends to: a token, a name, and a password. */
const openingBody = 8 * 1024;

/** Invitations to have an account. Admins send them; anyone who holds the emailed link may view one and accept it. */
export function invitationsApi(deps: Deps) {
	const { db, settings } = deps;
	const rateLimits = settings.auth.rateLimits ? deps.rateLimits : noRateLimits;

	const limitOpening = limitCallers({ rateLimits, settings }, opening);

	async function claimMail(callerId: string, email: string): Promise<void> {
		const wait = await rateLimits.count(mailsPerDay, callerId);
		if (wait) throw tooManyRequests(wait);
		await claimMailInterval(deps, "invitation", email).catch((error) => {
			throw error instanceof AuthError ? new HttpError(error.status, error.code, error.message) : error;
		});
	}

	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json((await listInvitations(db)).map(presentInvitation)))
		.post("/", validateJson(invitationInputSchema), async (c) => {
			const { role, areas, email: typed } = c.req.valid("json");
			const input = { role, areas: role === "admin" ? areas : null, email: typed.toLowerCase() };
			await requireInvitable(deps, input.email);
			await claimMail(c.get("account").userId, input.email);
			return c.json(presentInvitation(await createInvitation(deps, input, c.get("account"))), 201);
		})
		.post("/:id/send-again", async (c) => {
			const id = parseId(c.req.param("id"), "This invitation");
			await claimMail(c.get("account").userId, (await getOpenInvitation(db, id)).email);
			return c.json(presentInvitation(await sendInvitationAgain(deps, id, c.get("account"))));
		})
		.delete("/:id", async (c) => {
			await withdrawInvitation(deps, parseId(c.req.param("id"), "This invitation"), c.get("account").userId);
			return c.body(null, 204);
		})
		.post("/check", limitOpening, validateJson(invitationTokenSchema, openingBody), async (c) => {
			const { email, role } = await findInvitation(deps, c.req.valid("json").token);
			return c.json({ email, role });
		})
		.post("/accept", limitOpening, validateJson(acceptanceSchema, openingBody), async (c) => {
			const { password, ...acceptance } = c.req.valid("json");
			// Before the password is hashed, which takes work that only a genuine link may cause.
			await findInvitation(deps, acceptance.token);
			const weakness = weaknessOf(settings, password);
			if (weakness) throw invalidInput({ password: weakness.message });
			const passwordHash = await deps.passwords.hash(password);
			const { user, session } = await acceptInvitation(deps, acceptance, passwordHash, clientOf(c, settings));
			return c.json(await presentSession(deps, user, session));
		});
}
