import { type Context, Hono } from "hono";
import { z } from "zod";
import { noteFailure } from "#features/activity/account-trail.server.ts";
import { tellOwner } from "#features/auth/accounts/tell-owner.server.ts";
import {
	type Body,
	isGiven,
	nameMember,
	readAuthBody,
	readOptionalAuthBody,
	textMember,
} from "#features/auth/auth-body.server.ts";
import { AuthError, validationFailed } from "#features/auth/auth-errors.server.ts";
import { challengePasskey, findPasskey, verifyPasskey } from "#features/auth/passkeys/passkeys.server.ts";
import { type Alert, authRequests, type GuessLimits } from "#features/auth/sessions/auth-requests.server.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { presentSession } from "#features/auth/sessions/sessions.server.ts";
import { withoutSeparators } from "#lib/text/text.ts";
import { type Client, clientOf } from "#platform/limits/client.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { challengeApp, enrollApp, findApp, verifyApp } from "./authenticator-apps.server.ts";
import {
	factorIdMalformed,
	factorNotFound,
	noCode,
	phoneEnrollDisabled,
	stepNeededForCodes,
	stepNeededToEnroll,
	stepNeededToUnenroll,
	unenrollCodesElsewhere,
	unenrollPasskeyElsewhere,
	webauthnEnrollDisabled,
} from "./factor-errors.server.ts";
import { wrongCodesMail } from "./factor-mails.server.ts";
import { findKnownDevice } from "./known-devices.server.ts";
import { deleteCodes, getCodesStatus, makeCodes, verifyCode } from "./recovery-codes.server.ts";
import { removeFactor } from "./removal/factor-removal.server.ts";

const fiveMinutes = 5 * 60;
const day = 24 * 60 * 60;

/** Per client address (contracts: second-factor 10). */
export const factorLimits = {
	enroll: { name: "auth-enroll", points: 30, seconds: fiveMinutes },
	challenge: { name: "auth-challenge", points: 60, seconds: fiveMinutes },
	verify: { name: "auth-verify-factor", points: 30, seconds: fiveMinutes },
} satisfies Record<string, RateLimit>;

/** Wrong codes: someone who gets here has the password. Passkeys and recovery codes stay usable meanwhile. */
const wrongCodes: GuessLimits = {
	here: { name: "auth-wrong-code", points: 5, seconds: 15 * 60 },
	inAll: { name: "auth-wrong-code-account", points: 50, seconds: day },
};

/** From the fifth wrong code on, the owner gets an email. */
const wrongCodesAlert: Alert = {
	after: { name: "auth-wrong-code-mail", points: 4, seconds: day },
	once: { name: "auth-wrong-code-mailed", points: 1, seconds: day },
};

/** Authenticator apps, the second step, and recovery codes. */
export function factorsApi(deps: Deps) {
	const { settings } = deps;
	const { alertOwner, countingGuesses, guessesAt, limitClient, rateLimits, requireBearer, requireLimitedBearer } =
		authRequests(deps);
	const client = (c: Context): Client => clientOf(c, settings);
	const requireForCodes = (c: Context) => requireBearer(c, stepNeededForCodes);

	/** The caller with the body, asked for again once it is there: a body can be held back while a session ends. */
	async function readFrom(
		c: Context,
		callerOf: (c: Context) => Promise<Bearer>,
		rule: RateLimit,
		read: (request: Request) => Promise<Body> = readAuthBody,
	): Promise<{ caller: Bearer; body: Body }> {
		await callerOf(c);
		await limitClient(c, rule);
		const body = await read(c.req.raw);
		return { caller: await callerOf(c), body };
	}

	const tellOfWrongCodes = (c: Context, { user }: Bearer) =>
		deps.db.transaction((tx) => tellOwner(deps, tx, user, wrongCodesMail, client(c)));

	/** The caller's known device, or the session if it has taken the second step. */
	const ownOf = async (c: Context, { user, session, level }: Bearer): Promise<string | undefined> =>
		level === "aal2" ? session.id : findKnownDevice(deps, user.email, client(c));

	/** A code of an app: limited for the account, from this address and from all. */
	async function verifyCodeOfApp(c: Context, caller: Bearer, factorId: string, body: Body) {
		const code = codeMember(body).replaceAll(/\s/g, "");
		const { user, session } = caller;
		const guesses = guessesAt(c, user.id, await ownOf(c, caller), wrongCodes);
		const attempt = () => verifyApp(deps, session, factorId, { challengeId: challengeIdOf(body), code }, client(c));
		return countingGuesses(c, guesses, isWrongCode, attempt).catch(async (error) => {
			if (isWrongCode(error)) {
				await noteFailure(deps, {
					event: "second_factor_failed",
					account: user.id,
					by: null,
					client: client(c),
					details: { method: { new: "totp" } },
					logged: { sessionId: session.id, reason: "code" },
				});
				await alertOwner(user.id, wrongCodesAlert, () => tellOfWrongCodes(c, caller));
			}
			throw error;
		});
	}

	return new Hono()
		.post("/", async (c) => {
			const callerOf = () => requireLimitedBearer(c, stepNeededToEnroll);
			const { caller, body } = await readFrom(c, callerOf, factorLimits.enroll);
			requireTotp(body);
			return c.json(await enrollApp(deps, caller, nameMember(body)));
		})
		.get("/recovery-codes", async (c) => {
			const { user } = await requireLimitedBearer(c);
			return c.json(await getCodesStatus(deps.db, user.id));
		})
		.post("/recovery-codes", async (c) => {
			const { caller, body } = await readFrom(c, requireForCodes, factorLimits.enroll, readOptionalAuthBody);
			return c.json(await makeCodes(deps, caller, { name: nameMember(body) }, client(c)));
		})
		.post("/recovery-codes/regenerate", async (c) => {
			const caller = await requireForCodes(c);
			await limitClient(c, factorLimits.enroll);
			return c.json(await makeCodes(deps, caller, "again", client(c)));
		})
		.post("/recovery-codes/verify", async (c) => {
			const { caller, body } = await readFrom(c, requireLimitedBearer, factorLimits.verify);
			const code = codeMember(body);
			const guesser = { session: caller.session, own: await ownOf(c, caller) };
			const raised = await verifyCode(deps, guesser, code, client(c), async () => {
				if (!(await rateLimits.count(wrongCodesAlert.once, caller.user.id))) await tellOfWrongCodes(c, caller);
			});
			return c.json(await presentSession(deps, caller.user, raised));
		})
		.delete("/recovery-codes", async (c) => c.json(await deleteCodes(deps, await requireForCodes(c), client(c))))
		.post("/:id/challenge", async (c) => {
			const { user, session } = await requireLimitedBearer(c);
			await limitClient(c, factorLimits.challenge);
			const id = factorIdOf(c);
			const app = await findApp(deps, user.id, id);
			if (app) return c.json(await challengeApp(deps, session, app));
			const passkey = await findPasskey(deps, user.id, id);
			if (passkey) return c.json(await challengePasskey(deps, session, passkey));
			throw factorNotFound();
		})
		.post("/:id/verify", async (c) => {
			const { caller, body } = await readFrom(c, requireLimitedBearer, factorLimits.verify);
			const { user, session } = caller;
			const id = factorIdOf(c);
			if (await findApp(deps, user.id, id)) {
				return c.json(await presentSession(deps, user, await verifyCodeOfApp(c, caller, id, body)));
			}
			const passkey = await findPasskey(deps, user.id, id);
			if (!passkey) throw factorNotFound();
			const answer = { challengeId: challengeIdOf(body), credential: credentialMember(body) };
			return c.json(await presentSession(deps, user, await verifyPasskey(deps, session, passkey, answer, client(c))));
		})
		.delete("/:id", async (c) => {
			const caller = await requireLimitedBearer(c);
			const id = factorIdOf(c);
			if (await findPasskey(deps, caller.user.id, id)) throw unenrollPasskeyElsewhere();
			const codes = await getCodesStatus(deps.db, caller.user.id).catch(() => undefined);
			if (codes?.id === id) throw unenrollCodesElsewhere();
			const refusals = { unknown: factorNotFound, stepNeeded: stepNeededToUnenroll };
			await removeFactor(deps, caller, "app", id, refusals, client(c));
			return c.json({ id });
		});
}

/** What consists of separators alone is no guess. */
function codeMember(body: Body): string {
	const code = textMember(body, "code");
	if (!withoutSeparators(code)) throw noCode();
	return code;
}

const isWrongCode = (error: unknown) => error instanceof AuthError && error.code === "mfa_verification_failed";

const uuid = z.uuid();

function factorIdOf(c: Context): string {
	const id = uuid.safeParse(c.req.param("id"));
	if (!id.success) throw factorIdMalformed();
	return id.data;
}

/** One that is no UUID is one that never was. */
const noChallenge = "00000000-0000-0000-0000-000000000000";
const challengeIdOf = (body: Body): string => uuid.safeParse(body.challenge_id).data ?? noChallenge;

function requireTotp(body: Body): void {
	if (body.factor_type === "phone") throw phoneEnrollDisabled();
	if (body.factor_type === "webauthn") throw webauthnEnrollDisabled();
	if (body.factor_type !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
}

const webauthnSchema = z.object({ type: z.string(), credential_response: z.unknown() });

function credentialMember(body: Body): unknown {
	if (!isGiven(body.webauthn)) throw validationFailed("WebAuthn config required");
	const config = webauthnSchema.safeParse(body.webauthn);
	if (config.data?.type !== "request") throw validationFailed('WebAuthn type must be "request"');
	return config.data.credential_response;
}
