import { type Context, Hono } from "hono";
import { z } from "zod";
import { maxFactorNameLength } from "#features/auth/auth.schema.ts";
import { type Body, isGiven, readAuthBody, textMember } from "#features/auth/auth-body.server.ts";
import { validationFailed } from "#features/auth/auth-errors.server.ts";
import {
	passkeyNotFound,
	passkeysDisabled,
	stepNeededForPasskeys,
} from "#features/auth/factors/factor-errors.server.ts";
import { factorLimits } from "#features/auth/factors/factors.api.ts";
import { removeFactor } from "#features/auth/factors/removal/factor-removal.server.ts";
import { authRequests } from "#features/auth/sessions/auth-requests.server.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { presentSession } from "#features/auth/sessions/sessions.server.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import {
	finishRegistration,
	finishSignIn,
	listPasskeys,
	renamePasskey,
	startRegistration,
	startSignIn,
} from "./passkeys.server.ts";
import { arePasskeysEnabled } from "./webauthn.server.ts";

/** Per client address (contracts: second-factor 10). */
const signInOptionsLimit: RateLimit = { name: "auth-passkey-options", points: 60, seconds: 5 * 60 };
const signInLimit: RateLimit = { name: "auth-passkey-verify", points: 30, seconds: 5 * 60 };

/** Passkeys: registration, sign-in, and their list. As a second step they are verified like other factors. */
export function passkeysApi(deps: Deps) {
	const { settings } = deps;
	const { limitClient, requireBearer, requireLimitedBearer } = authRequests(deps);

	const requireEnabled = () => {
		if (!arePasskeysEnabled(settings)) throw passkeysDisabled();
	};

	/** The caller, also before the second step, where passkeys are offered. */
	async function requireCaller(c: Context): Promise<Bearer> {
		const caller = await requireLimitedBearer(c, stepNeededForPasskeys);
		requireEnabled();
		return caller;
	}

	return new Hono()
		.post("/registration/options", async (c) => {
			const caller = await requireCaller(c);
			await limitClient(c, factorLimits.enroll);
			return c.json(await startRegistration(deps, caller));
		})
		.post("/registration/verify", async (c) => {
			await requireLimitedBearer(c, stepNeededForPasskeys);
			await limitClient(c, factorLimits.enroll);
			const body = await readAuthBody(c.req.raw);
			// Asked for again: a body can be held back while a session ends.
			const caller = await requireCaller(c);
			return c.json(await finishRegistration(deps, caller, ceremonyOf(body), clientOf(c, settings)));
		})
		.post("/authentication/options", async (c) => {
			requireEnabled();
			await limitClient(c, signInOptionsLimit);
			return c.json(await startSignIn(deps));
		})
		.post("/authentication/verify", async (c) => {
			requireEnabled();
			await limitClient(c, signInLimit);
			const ceremony = ceremonyOf(await readAuthBody(c.req.raw));
			const { user, session } = await finishSignIn(deps, ceremony, clientOf(c, settings));
			return c.json(await presentSession(deps, user, session));
		})
		.get("/", async (c) => {
			const { user } = await requireCaller(c);
			return c.json(await listPasskeys(deps, user.id));
		})
		.patch("/:id", async (c) => {
			await requireBearer(c, stepNeededForPasskeys);
			const body = await readAuthBody(c.req.raw);
			const caller = await requireBearer(c, stepNeededForPasskeys);
			requireEnabled();
			return c.json(await renamePasskey(deps, caller, passkeyIdOf(c), nameOf(body)));
		})
		.delete("/:id", async (c) => {
			const caller = await requireCaller(c);
			const refusals = { unknown: passkeyNotFound, stepNeeded: stepNeededForPasskeys };
			await removeFactor(deps, caller, "passkey", passkeyIdOf(c), refusals, clientOf(c, settings));
			return c.body(null, 204);
		});
}

const uuid = z.uuid();

function passkeyIdOf(c: Context): string {
	const id = uuid.safeParse(c.req.param("id"));
	if (!id.success) throw passkeyNotFound();
	return id.data;
}

function ceremonyOf(body: Body): { challengeId: string; credential: unknown } {
	if (!isGiven(body.challenge_id) || body.challenge_id === "") throw validationFailed("challenge_id is required");
	const challengeId = uuid.safeParse(body.challenge_id);
	if (!challengeId.success) throw validationFailed("challenge_id must be a valid UUID");
	if (!isGiven(body.credential)) throw validationFailed("credential is required");
	return { challengeId: challengeId.data, credential: body.credential };
}

function nameOf(body: Body): string {
	const name = textMember(body, "friendly_name").trim();
	if (!name) throw validationFailed("friendly_name is required");
	if (name.length > maxFactorNameLength) {
		throw validationFailed(`friendly_name must be ${maxFactorNameLength} characters or less`);
	}
	return name;
}
