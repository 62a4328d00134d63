import { randomUUID } from "node:crypto";
import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import { encode } from "uqr";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import type { Session, User } from "#features/auth/auth.table.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { firm } from "#lib/firm.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { openSecret, renewSecrets, sealSecret } from "#platform/process/sealed-secrets.server.ts";
import { isAlive, lockAccount } from "./assurance.server.ts";
import { createChallenge, expiresAtSeconds, takeChallenge } from "./challenges.server.ts";
import {
	challengeExpired,
	challengeUnknown,
	factorNameTaken,
	factorNotFound,
	stepNeededToEnroll,
	tooManyFactors,
	wrongTotpCode,
} from "./factor-errors.server.ts";
import { appAddedMail } from "./factor-mails.server.ts";
import { type Factor, factorsTable } from "./factors.table.ts";
import { raiseSession } from "./raising.server.ts";
import { tellOfAddition } from "./removal/additions.server.ts";
import { createTotpSecret, matchingStep, toBase32, totpAddress } from "./totp.server.ts";

/** Of one account, verified. */
const maxApps = 10;

const isOwn = (userId: string, factorId?: string) =>
	and(eq(factorsTable.user_id, userId), factorId ? eq(factorsTable.id, factorId) : undefined);

/**
 * Makes a secret for an authenticator app, which counts once a code of it was given. One that was made before and never
 * used gives way to it.
 */
export function enrollApp(deps: Deps, caller: Bearer, wantedName: string) {
	return deps.db.transaction(async (tx) => {
		const { user, hasFactor } = await lockAccount(tx, caller.session);
		if (hasFactor && caller.level === "aal1") throw stepNeededToEnroll();
		await tx.delete(factorsTable).where(and(isOwn(user.id), eq(factorsTable.status, "unverified")));
		const names = (await tx.select().from(factorsTable).where(isOwn(user.id))).map(({ name }) => name);
		if (names.length >= maxApps) throw tooManyFactors();
		if (names.includes(wantedName)) throw factorNameTaken(wantedName);
		const id = randomUUID();
		const secret = createTotpSecret();
		const now = deps.clock();
		const name = wantedName || freeName("Authenticator app", names);
		await tx.insert(factorsTable).values({
			id,
			user_id: user.id,
			name,
			...sealSecret(deps.settings, id, secret),
			created_at: now,
			updated_at: now,
		});
		deps.logger.info(
			{ event: "auth.factor_enrolled", userId: user.id, sessionId: caller.session.id, factorId: id },
			"the setup of an authenticator app was started",
		);
		const uri = totpAddress(secret, firm().name, user.email);
		return {
			id,
			type: "totp" as const,
			friendly_name: name,
			totp: { qr_code: qrCode(uri), secret: toBase32(secret), uri },
		};
	});
}

/** 'Passkey', then 'Passkey 2'. */
export function freeName(name: string, taken: string[]): string {
	if (!taken.includes(name)) return name;
	let number = 2;
	while (taken.includes(`${name} ${number}`)) number += 1;
	return `${name} ${number}`;
}

/** With a quiet zone of four modules. No `#` and no `%`: the client makes a data address of it without escaping. */
function qrCode(text: string): string {
	const { data, size } = encode(text, { ecc: "M", border: 4 });
	const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${modules.join("")}" fill="black"/></svg>`;
}

export async function findApp(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	userId: string,
	factorId: string,
): Promise<Factor | undefined> {
	const alive = and(isOwn(userId, factorId), isAlive(factorsTable, clock()));
	const [factor] = await db.select().from(factorsTable).where(alive);
	return factor;
}

export async function challengeApp(deps: Deps, session: Session, factor: Factor) {
	const challenge = await createChallenge(deps, { kind: "totp", session_id: session.id, factor_id: factor.id });
	await deps.db.update(factorsTable).set({ last_challenged_at: deps.clock() }).where(eq(factorsTable.id, factor.id));
	return { id: challenge.id, type: "totp" as const, expires_at: expiresAtSeconds(challenge) };
}

/**
 * Takes the second step with a code. Its step is used up by one conditional statement, so that of simultaneous requests with
 * one code exactly one succeeds; the challenge stays good when the code is wrong.
 * @throws {AuthError} 422
 */
export function verifyApp(
	deps: Deps,
	session: Session,
	factorId: string,
	{ challengeId, code }: { challengeId: string; code: string },
	client: Client,
): Promise<Session> {
	return deps.db.transaction(async (tx) => {
		const now = deps.clock();
		const account = await lockAccount(tx, session);
		const factor = await findApp({ ...deps, db: tx }, session.user_id, factorId);
		if (!factor) throw factorNotFound();
		const wanted = { id: challengeId, kind: "totp", sessionId: session.id, factorId } as const;
		await takeChallenge(tx, now, wanted, { unknown: challengeUnknown, expired: challengeExpired });
		const secret = openSecret(deps.settings, factor);
		if (!secret) deps.logger.error({ factorId }, "the secret of an authenticator app opens with no AUTH_JWT_SECRET");
		const step = secret && matchingStep(secret, code, now);
		const unused = step !== undefined && or(isNull(factorsTable.last_step), lt(factorsTable.last_step, step));
		const [used] = unused
			? await tx
					.update(factorsTable)
					.set({ last_step: step, status: "verified", updated_at: now })
					.where(and(eq(factorsTable.id, factorId), unused))
					.returning()
			: [];
		if (!used) throw wrongTotpCode();
		if (factor.status === "unverified") await welcomeApp(deps, tx, account, factor, client);
		return raiseSession(deps, tx, account.session, { method: "totp", factorId }, client);
	});
}

async function welcomeApp(
	deps: Deps,
	tx: Database,
	{ user, session }: { user: User; session: Session },
	factor: Factor,
	client: Client,
): Promise<void> {
	await tx
		.delete(factorsTable)
		.where(and(isOwn(user.id), eq(factorsTable.status, "unverified"), ne(factorsTable.id, factor.id)));
	await tellOfAddition(deps, tx, { user, session, factorId: factor.id }, appAddedMail, client);
	const logged = { sessionId: session.id, factorId: factor.id };
	await noteAccountEvent(deps, tx, { event: "factor_verified", account: user.id, by: user.id, client, logged });
}

/** At the start: encrypts again what was encrypted under the previous secret. */
export async function renewAppSecrets({
	db,
	settings,
	logger,
}: Pick<Deps, "db" | "settings" | "logger">): Promise<void> {
	const unreadable = await renewSecrets(db, settings, factorsTable);
	if (unreadable === 0) return;
	logger.error(
		{ authenticatorApps: unreadable },
		"secrets of authenticator apps were encrypted under another AUTH_JWT_SECRET: their codes do not work",
	);
}
