import { and, eq, lt, or, sql } from "drizzle-orm";
import { noteAccountEvent, noteFailure } from "#features/activity/account-trail.server.ts";
import { type Session, type User, usersTable } from "#features/auth/auth.table.ts";
import { AuthError } from "#features/auth/auth-errors.server.ts";
import { isAlive, lockAccount } from "#features/auth/factors/assurance.server.ts";
import { freeName } from "#features/auth/factors/authenticator-apps.server.ts";
import { createChallenge, expiresAtSeconds, takeChallenge } from "#features/auth/factors/challenges.server.ts";
import {
	challengeExpired,
	challengeUnknown,
	credentialExists,
	credentialRefused,
	passkeyEmailNotConfirmed,
	passkeyNotFound,
	stepNeededForPasskeys,
	tooManyPasskeys,
	webauthnChallengeExpired,
	webauthnChallengeUnknown,
} from "#features/auth/factors/factor-errors.server.ts";
import { passkeyAddedMail } from "#features/auth/factors/factor-mails.server.ts";
import { type Passkey, passkeysTable } from "#features/auth/factors/factors.table.ts";
import { endWeakSessions, raiseSession } from "#features/auth/factors/raising.server.ts";
import { tellOfAddition } from "#features/auth/factors/removal/additions.server.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { beginSession } from "#features/auth/sessions/sessions.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken } from "#platform/process/tokens.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import {
	readAssertion,
	readCredentialId,
	readRegistration,
	registrationOptions,
	rpIdOf,
	signInOptions,
	stepUpOptions,
} from "./webauthn.server.ts";

const maxPasskeys = 10;

const refusals = { unknown: webauthnChallengeUnknown, expired: webauthnChallengeExpired };
const stepUpRefusals = { unknown: challengeUnknown, expired: challengeExpired };

const passkeysOf = (db: Database, userId: string) =>
	db.select().from(passkeysTable).where(eq(passkeysTable.user_id, userId)).orderBy(passkeysTable.created_at);

const isOwn = (userId: string, id: string) => and(eq(passkeysTable.user_id, userId), eq(passkeysTable.id, id));

export const findPasskey = async ({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, id: string) =>
	(
		await db
			.select()
			.from(passkeysTable)
			.where(and(isOwn(userId, id), isAlive(passkeysTable, clock())))
	)[0];

/** Records ids of our own rows alone: nothing of what was sent. */
function noteRefused(
	deps: Deps,
	client: Client,
	{ userId = null, ...ids }: { userId?: string | null; sessionId?: string; factorId?: string },
) {
	return async (error: unknown): Promise<never> => {
		if (error instanceof AuthError) {
			await noteFailure(deps, {
				event: "second_factor_failed",
				account: userId,
				by: null,
				client,
				details: { method: { new: "passkey" } },
				logged: { ...ids, reason: "passkey" },
			});
		}
		throw error;
	};
}

/** @throws {AuthError} 403 unless the caller may add a passkey now */
function requireMayAdd(caller: Bearer, hasFactor: boolean): void {
	if (hasFactor && caller.level === "aal1") throw stepNeededForPasskeys();
}

export async function startRegistration(deps: Deps, caller: Bearer) {
	requireMayAdd(caller, caller.hasFactor);
	const existing = await passkeysOf(deps.db, caller.user.id);
	if (existing.length >= maxPasskeys) throw tooManyPasskeys();
	const challenge = newToken();
	const created = await createChallenge(deps, { kind: "registration", session_id: caller.session.id, challenge });
	return {
		challenge_id: created.id,
		options: registrationOptions(deps.settings, caller.user, challenge, existing),
		expires_at: expiresAtSeconds(created),
	};
}

/** Stores a passkey. Without a second step before it, it counts once it was used, so that none that never worked locks anyone out. */
export async function finishRegistration(
	deps: Deps,
	caller: Bearer,
	{ challengeId, credential }: { challengeId: string; credential: unknown },
	client: Client,
) {
	requireMayAdd(caller, caller.hasFactor);
	const wanted = { id: challengeId, kind: "registration", sessionId: caller.session.id } as const;
	const { challenge } = await takeChallenge(deps.db, deps.clock(), wanted, refusals);
	const { name, ...read } = await readRegistration(deps, credential, challenge ?? "").catch(
		noteRefused(deps, client, { userId: caller.user.id, sessionId: caller.session.id }),
	);
	return deps.db.transaction(async (tx) => {
		const { user, session, hasFactor } = await lockAccount(tx, caller.session);
		requireMayAdd(caller, hasFactor);
		const existing = await passkeysOf(tx, user.id);
		if (existing.length >= maxPasskeys) throw tooManyPasskeys();
		const now = deps.clock();
		const taken = existing.map((passkey) => passkey.name);
		const [passkey] = await tx
			.insert(passkeysTable)
			.values({
				user_id: user.id,
				name: freeName(name, taken),
				status: caller.level === "aal2" ? "verified" : "unverified",
				...read,
				created_at: now,
				updated_at: now,
			})
			.onConflictDoNothing()
			.returning();
		if (!passkey) throw credentialExists();
		await tellOfAddition(deps, tx, { user, session, factorId: passkey.id }, passkeyAddedMail, client);
		const logged = { sessionId: session.id, factorId: passkey.id };
		await noteAccountEvent(deps, tx, { event: "passkey_added", account: user.id, by: user.id, client, logged });
		return { id: passkey.id, friendly_name: passkey.name, created_at: passkey.created_at };
	});
}

/** The same for everyone, so it reveals nothing about any account. */
export async function startSignIn(deps: Deps) {
	const challenge = newToken();
	const created = await createChallenge(deps, { kind: "sign-in", challenge });
	return {
		challenge_id: created.id,
		options: signInOptions(deps.settings, challenge),
		expires_at: expiresAtSeconds(created),
	};
}

/** Signs in with a passkey alone, which is two factors in one. @throws {AuthError} 400, 403 for an unconfirmed account */
export async function finishSignIn(
	deps: Deps,
	{ challengeId, credential }: { challengeId: string; credential: unknown },
	client: Client,
): Promise<{ user: User; session: Session }> {
	const wanted = { id: challengeId, kind: "sign-in", sessionId: null } as const;
	const { challenge } = await takeChallenge(deps.db, deps.clock(), wanted, refusals);
	const credentialId = readCredentialId(credential);
	const named = and(eq(passkeysTable.credential_id, credentialId), isAlive(passkeysTable, deps.clock()));
	const [passkey] = await deps.db.select().from(passkeysTable).where(named);
	if (!passkey) return noteRefused(deps, client, {})(credentialRefused());
	const asked = { challenge: challenge ?? "", passkey, needsHandle: true };
	const refused = noteRefused(deps, client, { userId: passkey.user_id, factorId: passkey.id });
	const proof = await readAssertion(deps, credential, asked).catch(refused);
	const begun = deps.db.transaction(async (tx) => {
		const now = deps.clock();
		const user = await updateRow(tx, usersTable, eq(usersTable.id, passkey.user_id), { last_sign_in_at: now });
		if (!user) throw credentialRefused();
		if (!user.confirmed_at) throw passkeyEmailNotConfirmed();
		await noteProof(deps, tx, passkey, proof);
		const session = await beginSession(deps, tx, user.id, "passkey", client, passkey.id);
		await endWeakSessions(tx, user.id);
		return { user, session };
	});
	return begun.catch(refused);
}

export async function challengePasskey(deps: Deps, session: Session, passkey: Passkey) {
	const challenge = newToken();
	const created = await createChallenge(deps, {
		kind: "step-up",
		session_id: session.id,
		factor_id: passkey.id,
		challenge,
	});
	await deps.db.update(passkeysTable).set({ last_challenged_at: deps.clock() }).where(eq(passkeysTable.id, passkey.id));
	return {
		id: created.id,
		type: "webauthn" as const,
		expires_at: expiresAtSeconds(created),
		webauthn: {
			type: "request" as const,
			credential_options: { publicKey: stepUpOptions(deps.settings, challenge, passkey) },
		},
	};
}

/** Takes the second step with a passkey of the account. @throws {AuthError} 400, or 422 for the challenge */
export async function verifyPasskey(
	deps: Deps,
	session: Session,
	passkey: Passkey,
	{ challengeId, credential }: { challengeId: string; credential: unknown },
	client: Client,
): Promise<Session> {
	const wanted = { id: challengeId, kind: "step-up", sessionId: session.id, factorId: passkey.id } as const;
	const { challenge } = await takeChallenge(deps.db, deps.clock(), wanted, stepUpRefusals);
	const asked = { challenge: challenge ?? "", passkey, needsHandle: false };
	const ids = { userId: session.user_id, sessionId: session.id, factorId: passkey.id };
	const refused = noteRefused(deps, client, ids);
	const proof = await readAssertion(deps, credential, asked).catch(refused);
	const raised = deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, session);
		await noteProof(deps, tx, passkey, proof);
		return raiseSession(deps, tx, account.session, { method: "mfa/webauthn", factorId: passkey.id }, client);
	});
	return raised.catch(refused);
}

/**
 * Stores what a use of a passkey says of it. A counter that does not grow is the mark of a copied key: the statement that
 * stores it compares it, so that this holds among simultaneous requests too.
 */
async function noteProof(
	deps: Deps,
	tx: Database,
	passkey: Passkey,
	{ counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<void> {
	const now = deps.clock();
	const neverCounts = counter === 0 ? eq(passkeysTable.counter, 0) : undefined;
	const noted = await updateRow(
		tx,
		passkeysTable,
		and(eq(passkeysTable.id, passkey.id), or(lt(passkeysTable.counter, counter), neverCounts)),
		{ counter, backed_up: backedUp, status: "verified", last_used_at: now, updated_at: now },
	);
	if (noted) return;
	deps.logger.warn(
		{ event: "auth.counter_regressed", userId: passkey.user_id, factorId: passkey.id },
		"a passkey's counter did not increase; the passkey may have been copied",
	);
	throw credentialRefused();
}

export async function listPasskeys({ db, settings }: Pick<Deps, "db" | "settings">, userId: string) {
	return (await passkeysOf(db, userId)).map((passkey) => presentPasskey(settings, passkey));
}

const presentPasskey = (
	settings: Deps["settings"],
	{ id, name, created_at, last_used_at, status, rp_id }: Passkey,
) => ({
	id,
	friendly_name: name,
	created_at,
	...(last_used_at && { last_used_at }),
	status,
	usable: rp_id === rpIdOf(settings),
});

export async function renamePasskey(deps: Deps, caller: Bearer, id: string, name: string) {
	const changes = { name, updated_at: deps.clock() };
	const renamed = await updateRow(deps.db, passkeysTable, isOwn(caller.user.id, id), changes);
	if (!renamed) throw passkeyNotFound();
	return presentPasskey(deps.settings, renamed);
}

/** At the start: after a change of the site's address its passkeys work nowhere, yet they still count. */
export async function warnOfForeignPasskeys({ db, settings, logger }: Pick<Deps, "db" | "settings" | "logger">) {
	const passkeys = await db.$count(passkeysTable, sql`${passkeysTable.rp_id} <> ${rpIdOf(settings)}`);
	if (passkeys > 0)
		logger.warn({ passkeys }, "passkeys were registered under another host of SITE_URL and do not work");
}
