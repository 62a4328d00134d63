import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { noteAccountEvent, noteFailure } from "#features/activity/account-trail.server.ts";
import { maxProfileNameLength, type UserMetadata } from "#features/auth/auth.schema.ts";
import { oneTimeTokensTable, type Session, type User, usersTable } from "#features/auth/auth.table.ts";
import { requireSmallMetadata } from "#features/auth/auth-body.server.ts";
import {
	emailNotConfirmed,
	invalidCredentials,
	reauthenticationNeeded,
	samePassword,
	sessionNotFound,
	userAlreadyExists,
	wrongCurrentPassword,
} from "#features/auth/auth-errors.server.ts";
import { lockAccount } from "#features/auth/factors/assurance.server.ts";
import { verifyAgain } from "#features/auth/factors/factor-errors.server.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import { beginSession } from "#features/auth/sessions/sessions.server.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import { toOneLine } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import {
	alreadyRegisteredMail,
	confirmationMail,
	guessedPasswordMail,
	passwordChangedMail,
	recoveryMail,
} from "./account-mails.server.ts";
import { issueLink, linkMinutes } from "./links.server.ts";
import { hasRoomForMails } from "./mail-interval.server.ts";
import { profilesTable } from "./profiles.table.ts";

export type SignedIn = { user: User; session: Session };
export type SignUp = { email: string; password: string; metadata: UserMetadata };

/** @throws {AuthError} 400, the same for an unknown address and a wrong password */
export async function signIn(deps: Deps, email: string, password: string, client: Client): Promise<SignedIn> {
	const [user] = await deps.db.select().from(usersTable).where(eq(usersTable.email, email.toLowerCase()));
	const hash = user?.password_hash;
	const right = await deps.passwords.matches(hash, password);
	if (!user?.confirmed_at || !hash || !right) {
		// Unconfirmed accounts are deleted automatically, and their owners are unproven, so the log must not name them.
		const account = user?.confirmed_at ? user.id : null;
		await noteFailure(deps, { event: "sign_in_failed", account, by: null, client });
		throw right ? emailNotConfirmed() : invalidCredentials();
	}
	return deps.db.transaction(async (tx) => {
		// The password may have been changed, and all sessions ended, while this one was being verified.
		const unchanged = and(eq(usersTable.id, user.id), eq(usersTable.password_hash, hash));
		const current = await updateRow(tx, usersTable, unchanged, { last_sign_in_at: deps.clock() });
		if (!current) throw invalidCredentials();
		return { user: current, session: await beginSession(deps, tx, user.id, "password", client) };
	});
}

/**
 * Signs up for confirmation by email. Does the same work, and reveals the same, whether the address is new, unconfirmed
 * (its password and link are replaced) or confirmed (nothing changes, its owner gets a notice).
 */
export async function signUp(deps: Deps, input: SignUp, redirectTo: string): Promise<void> {
	const passwordHash = await deps.passwords.hash(input.password);
	await deps.db.transaction(async (tx) => {
		const saved = await saveUnconfirmed(deps, tx, input, passwordHash);
		const userId = saved?.id ?? randomUUID();
		await saveProfile(tx, userId, input.metadata.full_name);
		await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, userId));
		const link = await issueLink(deps, tx, "signup", userId, redirectTo);
		const mail = saved ? confirmationMail(link, linkMinutes(deps)) : alreadyRegisteredMail();
		await queueAccountMail(deps, tx, input.email, mail);
	});
}

/** Development only: the account counts as confirmed at once. @throws {AuthError} 422 when the address has an account */
export async function signUpConfirmed(deps: Deps, input: SignUp, client: Client): Promise<SignedIn> {
	const passwordHash = await deps.passwords.hash(input.password);
	return deps.db.transaction(async (tx) => {
		const saved = await saveUnconfirmed(deps, tx, input, passwordHash);
		if (!saved) throw userAlreadyExists();
		await saveProfile(tx, saved.id, input.metadata.full_name);
		const now = deps.clock();
		const user = await updateRow(tx, usersTable, eq(usersTable.id, saved.id), {
			confirmed_at: now,
			confirmation_sent_at: null,
			last_sign_in_at: now,
		});
		if (!user) throw userAlreadyExists();
		return { user, session: await beginSession(deps, tx, user.id, "password", client) };
	});
}

/** Creates or replaces an unconfirmed account. Returns nothing when the account is already confirmed. */
async function saveUnconfirmed(deps: Deps, tx: Database, { email, metadata }: SignUp, passwordHash: string) {
	const now = deps.clock();
	const sent = { password_hash: passwordHash, user_metadata: metadata };
	const changes = { ...sent, confirmation_sent_at: now, updated_at: now };
	const [user] = await tx
		.insert(usersTable)
		.values({ email, ...changes, created_at: now })
		.onConflictDoUpdate({ target: usersTable.email, set: changes, setWhere: isNull(usersTable.confirmed_at) })
		.returning({ id: usersTable.id });
	return user;
}

/** Address and name are copied; the role is never taken from what a user sends. */
async function saveProfile(tx: Database, userId: string, name: unknown): Promise<void> {
	const fullName = profileName(name);
	await tx
		.insert(profilesTable)
		.select(
			tx
				.select({
					id: sql<string>`gen_random_uuid()`.as("id"),
					user_id: usersTable.id,
					email: usersTable.email,
					full_name: sql<string | null>`${fullName}::text`.as("full_name"),
					picture: sql<null>`null::text`.as("picture"),
					signature: sql<null>`null::text`.as("signature"),
					role: sql<"user">`'user'`.as("role"),
					areas: sql<null>`null::text[]`.as("areas"),
					created_at: usersTable.created_at,
					updated_at: sql<Date>`now()`.as("updated_at"),
				})
				.from(usersTable)
				.where(eq(usersTable.id, userId)),
		)
		.onConflictDoUpdate({ target: profilesTable.user_id, set: { full_name: fullName } });
}

function profileName(name: unknown): string | null {
	if (typeof name !== "string") return null;
	// By characters, so that none is cut in half.
	return [...toOneLine(name)].slice(0, maxProfileNameLength).join("") || null;
}

/**
 * Emails a link to choose a new password, if the address has an account. Does the same work if it has none, or an
 * unconfirmed one beyond the ceiling on confirmations, for which its recovery counts: strangers make such accounts.
 */
export async function sendRecovery(deps: Deps, email: string, redirectTo: string): Promise<void> {
	const roomForUnconfirmed = await hasRoomForMails(deps, "confirmation");
	await deps.db.transaction(async (tx) => {
		const { confirmation_sent_at, confirmed_at } = usersTable;
		const now = deps.clock();
		const orNow = sql`case when ${confirmed_at} is null then ${now.toISOString()}::timestamptz else ${confirmation_sent_at} end`;
		const mayBeMailed = and(eq(usersTable.email, email), roomForUnconfirmed ? undefined : isNotNull(confirmed_at));
		const sentAt = { recovery_sent_at: now, confirmation_sent_at: orNow };
		const user = await updateRow(tx, usersTable, mayBeMailed, sentAt);
		const link = await issueLink(deps, tx, "recovery", user?.id ?? randomUUID(), redirectTo);
		await queueAccountMail(deps, tx, user ? email : null, recoveryMail(link, linkMinutes(deps)));
	});
}

/** Emails the owner of an account that its password is being guessed. Does the same work for an address without one. */
export function tellOfGuessing(deps: Deps, email: string): Promise<void> {
	return deps.db.transaction(async (tx) => {
		const isOwned = and(eq(usersTable.email, email.toLowerCase()), isNotNull(usersTable.confirmed_at));
		const [owner] = await tx.select({ email: usersTable.email }).from(usersTable).where(isOwned);
		await queueAccountMail(deps, tx, owner?.email ?? null, guessedPasswordMail());
	});
}

/** Emails another confirmation link, if the address has an unconfirmed account. Does the same work if not. */
export function resendConfirmation(deps: Deps, email: string, redirectTo: string): Promise<void> {
	return deps.db.transaction(async (tx) => {
		const isWaiting = and(eq(usersTable.email, email), isNull(usersTable.confirmed_at));
		const user = await updateRow(tx, usersTable, isWaiting, { confirmation_sent_at: deps.clock() });
		const link = await issueLink(deps, tx, "signup", user?.id ?? randomUUID(), redirectTo);
		await queueAccountMail(deps, tx, user ? email : null, confirmationMail(link, linkMinutes(deps)));
	});
}

/**
 * Lets a stolen session take no account over: a new password needs a sign-in of the last ten minutes, by whatever way,
 * or the current password; where there is a second factor, it needs that, and of the last ten minutes.
 * @throws {AuthError} 403, or 400 for a wrong current password
 */
export async function requireProofForNewPassword(
	deps: Deps,
	{ user, isFresh, hasFactor }: Bearer,
	currentPassword: string,
	client: Client,
): Promise<void> {
	if (hasFactor && !isFresh) throw verifyAgain();
	if (currentPassword) {
		if (await deps.passwords.matches(user.password_hash, currentPassword)) return;
		await noteFailure(deps, { event: "password_change_failed", account: user.id, by: null, client });
		throw wrongCurrentPassword();
	}
	if (!isFresh) throw reauthenticationNeeded();
}

/**
 * Changes the caller's own metadata or password. A new password ends every other session and voids every emailed link.
 * @throws {AuthError} 403 when the session has ended meanwhile, 422 for the current password
 */
export async function updateUser(
	deps: Deps,
	{ user, session }: Bearer,
	changes: { metadata: UserMetadata | undefined; password: string | undefined },
	client: Client,
): Promise<User> {
	const { metadata, password } = changes;
	if (password && (await deps.passwords.matches(user.password_hash, password))) throw samePassword();
	const passwordHash = password && (await deps.passwords.hash(password));
	return deps.db.transaction(async (tx) => {
		const { user: current } = await lockAccount(tx, session);
		const updated = await updateRow(tx, usersTable, eq(usersTable.id, current.id), {
			updated_at: deps.clock(),
			...(metadata && { user_metadata: mergeMetadata(current.user_metadata, metadata) }),
			...(passwordHash && { password_hash: passwordHash }),
		});
		if (!updated) throw sessionNotFound();
		if (passwordHash) {
			await endEverySession(tx, current.id, session.id);
			await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, current.id));
			await queueAccountMail(deps, tx, current.email, passwordChangedMail());
			await noteAccountEvent(deps, tx, { event: "password_changed", account: current.id, by: current.id, client });
		}
		return updated;
	});
}

/** Key by key at the top level; null removes a key. */
function mergeMetadata(current: UserMetadata, changes: UserMetadata): UserMetadata {
	const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null);
	return requireSmallMetadata(Object.fromEntries(merged));
}
