import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { type AuthenticationMethod, type Level, levels } from "#features/auth/auth.schema.ts";
import type { Session, User } from "#features/auth/auth.table.ts";
import { badJwt } from "#features/auth/auth-errors.server.ts";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { serverSecrets } from "#platform/process/sealed-secrets.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

const algorithm = "HS256";
const audience = "authenticated";

/** Written by the server for every user alike; says nothing about rights (contracts: auth 11). */
export const appMetadata = { provider: "email", providers: ["email"] };

const claimsSchema = z.object({
	sub: z.uuid(),
	session_id: z.uuid(),
	exp: z.number(),
	aal: z.enum(levels).default("aal1"),
});

/** What the person of a session has proven, and when, newest first. */
export const methodsOf = ({ amr, method, created_at }: Session): AuthenticationMethod[] => [
	...amr,
	{ method, timestamp: unixSeconds(created_at) },
];

/** @returns the token and when it expires, in Unix seconds */
export async function signAccessToken(deps: Pick<Deps, "settings" | "clock">, user: User, session: Session) {
	const issuedAt = unixSeconds(deps.clock());
	const expiresAt = issuedAt + deps.settings.auth.jwtExp;
	const [{ id, signing }] = serverSecrets(deps.settings);
	const token = await new SignJWT({
		email: user.email,
		phone: "",
		role: "authenticated",
		aal: session.aal,
		amr: methodsOf(session),
		session_id: session.id,
		is_anonymous: false,
		app_metadata: appMetadata,
		user_metadata: user.user_metadata,
	})
		.setProtectedHeader({ alg: algorithm, typ: "JWT", kid: id })
		.setIssuer(issuer(deps.settings))
		.setSubject(user.id)
		.setAudience(audience)
		.setIssuedAt(issuedAt)
		.setExpirationTime(expiresAt)
		.sign(signing);
	return { token, expiresAt };
}

type Reading = { userId: string; sessionId: string; expiresAt: number; level: Level };

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
		const { payload } = await jwtVerify(token, (header) => keyNamed(settings, header), {
			algorithms: [algorithm],
			issuer: issuer(settings),
			audience,
			currentDate: clock(),
		});
		const { sub, session_id, exp, aal } = claimsSchema.parse(payload);
		return { userId: sub, sessionId: session_id, expiresAt: exp, level: aal };
	} catch (error) {
		if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw badJwt();
		throw error;
	}
}

const issuer = (settings: Settings) => `${settings.siteUrl}/auth/v1`;

/** Tokens from before a change of secrets name another key than the current; those without a name are older still. */
function keyNamed(settings: Settings, { kid }: JWTHeaderParameters) {
	const secrets = serverSecrets(settings);
	const named = kid === undefined ? secrets.at(-1) : secrets.find(({ id }) => id === kid);
	return (named ?? secrets[0]).signing;
}

export const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
