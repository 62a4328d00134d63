import { createSecretKey } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Session, User } from "#features/auth/auth.table.ts";
import { badJwt } from "#features/auth/auth-errors.server.ts";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

const algorithm = "HS256";
const audience = "authenticated";

/** Written by the server for every user alike; says nothing about rights (contracts: auth 11). */
export const appMetadata = { provider: "email", providers: ["email"] };

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), exp: z.number() });

/** @returns the token and when it expires, in Unix seconds */
export async function signAccessToken(deps: Pick<Deps, "settings" | "clock">, user: User, session: Session) {
	const issuedAt = unixSeconds(deps.clock());
	const expiresAt = issuedAt + deps.settings.auth.jwtExp;
	const token = await new SignJWT({
		email: user.email,
		phone: "",
		role: "authenticated",
		aal: "aal1",
		amr: [{ method: session.method, timestamp: unixSeconds(session.created_at) }],
		session_id: session.id,
		is_anonymous: false,
		app_metadata: appMetadata,
		user_metadata: user.user_metadata,
	})
		.setProtectedHeader({ alg: algorithm, typ: "JWT" })
		.setIssuer(issuer(deps.settings))
		.setSubject(user.id)
		.setAudience(audience)
		.setIssuedAt(issuedAt)
		.setExpirationTime(expiresAt)
		.sign(signingKey(deps.settings));
	return { token, expiresAt };
}

type Reading = { userId: string; sessionId: string; expiresAt: number };

/** A browser sends the same token with each request for an hour: what was found right once is right until it expires. */
const readings = oncePer((_: Settings) => new Map<string, Reading>());
const maxReadings = 1_000;

/** @throws {AuthError} 403 `bad_jwt` unless signature, algorithm, life, issuer, audience and ids are right */
export async function readAccessToken(deps: Pick<Deps, "settings" | "clock">, token: string): Promise<Reading> {
	const known = readings(deps.settings);
	const reading = known.get(token);
	if (reading && unixSeconds(deps.clock()) < reading.expiresAt) return reading;
	const verified = await verifyAccessToken(deps, token);
	if (known.size >= maxReadings) known.clear();
	known.set(token, verified);
	return verified;
}

async function verifyAccessToken({ settings, clock }: Pick<Deps, "settings" | "clock">, token: string) {
	try {
		const { payload } = await jwtVerify(token, signingKey(settings), {
			algorithms: [algorithm],
			issuer: issuer(settings),
			audience,
			currentDate: clock(),
		});
		const { sub, session_id, exp } = claimsSchema.parse(payload);
		return { userId: sub, sessionId: session_id, expiresAt: exp };
	} catch (error) {
		if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw badJwt();
		throw error;
	}
}

const issuer = (settings: Settings) => `${settings.siteUrl}/auth/v1`;

/** Made once: bytes would be imported anew for each token. */
const signingKey = oncePer((settings: Settings) => createSecretKey(settings.auth.jwtSecret, "utf8"));

const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
