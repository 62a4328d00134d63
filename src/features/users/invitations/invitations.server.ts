import { addDays } from "date-fns/addDays";
import { subDays } from "date-fns/subDays";
import { and, desc, eq, isNotNull, isNull, lt, lte, notExists } from "drizzle-orm";
import { invitationMail } from "#features/auth/accounts/account-mails.server.ts";
import { endFormerAccess } from "#features/auth/accounts/former-access.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import { beginSession } from "#features/auth/sessions/sessions.server.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import { requireAdmin } from "#features/users/users.server.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { type Acceptance, type InvitationInput, invitationDays, invitationPath } from "./invitations.schema.ts";
import { type Invitation, invitationsTable } from "./invitations.table.ts";

type Inviter = { userId: string; email: string };

const { accepted_at, email, expires_at, id, sent_at, withdrawn_at } = invitationsTable;

const invitationGone = () =>
	new HttpError(404, "not_found", "This invitation has already been accepted or revoked. Reload the page.");

/** Neither accepted nor revoked. It may have expired; sending it again renews it. */
const isOpen = and(isNull(accepted_at), isNull(withdrawn_at));

/** A confirmed account ends the invitation of its address, in whatever way it was confirmed. */
const isAnswerable = (db: Database) => and(isOpen, notExists(confirmedAccount(db, email)));

const confirmedAccount = (db: Database, address: string | typeof email) =>
	db
		.select({ id: usersTable.id })
		.from(usersTable)
		.where(and(eq(usersTable.email, address), isNotNull(usersTable.confirmed_at)));

/** Newest first. */
export function listInvitations(db: Database): Promise<Invitation[]> {
	return db.select().from(invitationsTable).where(isAnswerable(db)).orderBy(desc(sent_at), desc(id));
}

/** @throws {HttpError} 409 when the address already has a confirmed account or an invitation */
export async function requireInvitable({ db, clock }: Pick<Deps, "db" | "clock">, address: string): Promise<void> {
	const [account] = await confirmedAccount(db, address);
	if (account) {
		throw refusal("has_account", "This address already has an account. Change its role in the list of users.");
	}
	const ofAddress = and(eq(email, address), isOpen);
	const [invitation] = await db.select().from(invitationsTable).where(ofAddress);
	if (invitation && invitation.expires_at > clock()) throw alreadyInvited();
}

const refusal = (code: string, message: string) => new HttpError(409, code, message, { fields: { email: message } });
const alreadyInvited = () =>
	refusal(
		"already_invited",
		"This address has already been invited. If the email got lost, resend it from the list of invitations.",
	);

/**
 * Invites an address, also one whose invitation has expired. @throws {HttpError} 409 if it has an open one, 403 if the
 * inviter is no longer an admin
 */
export async function createInvitation(deps: Deps, input: InvitationInput, inviter: Inviter): Promise<Invitation> {
	const now = deps.clock();
	const { token, ...sending } = newSending(now, inviter);
	const { role, areas } = input;
	return withActor(deps.db, inviter.userId, async (tx) => {
		await requireAdmin(tx, inviter.userId);
		const [invitation] = await tx
			.insert(invitationsTable)
			.values({ ...input, ...sending, created_at: now })
			.onConflictDoUpdate({
				target: email,
				targetWhere: isOpen,
				set: { role, areas, ...sending },
				setWhere: lte(expires_at, now),
			})
			.returning();
		if (!invitation) throw alreadyInvited();
		await mailInvitation(deps, tx, invitation, token, inviter);
		return invitation;
	});
}

/** Emails a new link, which ends the one before and is good for the whole time again. @throws {HttpError} 403 or 404 */
export async function sendInvitationAgain(deps: Deps, invitationId: string, inviter: Inviter): Promise<Invitation> {
	const { token, ...sending } = newSending(deps.clock(), inviter);
	return withActor(deps.db, inviter.userId, async (tx) => {
		await requireAdmin(tx, inviter.userId);
		const invitation = await updateRow(tx, invitationsTable, and(eq(id, invitationId), isAnswerable(tx)), sending);
		if (!invitation) throw invitationGone();
		await mailInvitation(deps, tx, invitation, token, inviter);
		return invitation;
	});
}

/** @throws {HttpError} 404 */
export async function getOpenInvitation(db: Database, invitationId: string): Promise<Invitation> {
	const wanted = and(eq(id, invitationId), isAnswerable(db));
	const [invitation] = await db.select().from(invitationsTable).where(wanted);
	if (!invitation) throw invitationGone();
	return invitation;
}

/** Takes an invitation back: its link opens nothing any more. @throws {HttpError} 404 */
export async function withdrawInvitation(deps: Deps, invitationId: string, callerId: string): Promise<void> {
	const withdrawn = await withActor(deps.db, callerId, (tx) =>
		updateRow(tx, invitationsTable, and(eq(id, invitationId), isOpen), { withdrawn_at: deps.clock() }),
	);
	if (!withdrawn) throw invitationGone();
}

function newSending(now: Date, { userId }: Inviter) {
	const token = newToken();
	const expiresAt = addDays(now, invitationDays);
	return { token, token_hash: tokenHash(token), invited_by: userId, sent_at: now, expires_at: expiresAt };
}

async function mailInvitation(deps: Deps, tx: Database, invitation: Invitation, token: string, inviter: Inviter) {
	const link = `${deps.settings.siteUrl}${invitationPath}#${new URLSearchParams({ invitation: token })}`;
	const ofInviter = eq(profilesTable.user_id, inviter.userId);
	const [profile] = await tx.select({ name: profilesTable.full_name }).from(profilesTable).where(ofInviter);
	const invitedBy = profile?.name ? `${profile.name} (${inviter.email})` : inviter.email;
	await queueAccountMail(deps, tx, invitation.email, invitationMail(link, invitedBy, invitationDays));
}

/** @throws {HttpError} 404 or 410 with the reason, when the link opens nothing */
export async function findInvitation({ db, clock }: Pick<Deps, "db" | "clock">, token: string): Promise<Invitation> {
	const [invitation] = await db
		.select()
		.from(invitationsTable)
		.where(eq(invitationsTable.token_hash, tokenHash(token)));
	const acceptable = requireAcceptable(invitation, clock());
	const [account] = await confirmedAccount(db, acceptable.email);
	if (account) throw hasAccount();
	return acceptable;
}

const over = (code: string, message: string) => new HttpError(410, `invitation_${code}`, message);
const hasAccount = () =>
	over("has_account", "This address already has an account. Sign in with its password, or choose a new one.");

function requireAcceptable(invitation: Invitation | undefined, now: Date): Invitation {
	if (!invitation) {
		const message = "This link isn't valid. If you got a newer invitation, use the link in that one.";
		throw new HttpError(404, "invitation_unknown", message);
	}
	if (invitation.accepted_at) {
		throw over("accepted", "This invitation has already been accepted. Sign in with the password you chose then.");
	}
	if (invitation.withdrawn_at) throw over("withdrawn", "This invitation has been revoked. Please ask for a new one.");
	if (invitation.expires_at <= now) {
		throw over("expired", "This invitation has expired. Please ask for a new one.");
	}
	return invitation;
}

/**
 * Makes the account that was promised, or completes an unconfirmed one with this address: the link shows whose mailbox
 * it is, so that a password, a name and sessions from before, which may be a stranger's, end. A confirmed account is
 * left alone: the link would be a way to choose its password for as long as invitations are good.
 * @param passwordHash of a password that follows the rules
 * @throws {HttpError} 404 or 410
 */
export async function acceptInvitation(
	deps: Deps,
	{ token, full_name }: Pick<Acceptance, "token" | "full_name">,
	passwordHash: string,
	client: Client,
) {
	return deps.db.transaction(async (tx) => {
		const now = deps.clock();
		const [found] = await tx
			.select()
			.from(invitationsTable)
			.where(eq(invitationsTable.token_hash, tokenHash(token)))
			.for("update");
		const invitation = requireAcceptable(found, now);
		const chosen = { password_hash: passwordHash, user_metadata: { full_name } };
		const proven = { ...chosen, last_sign_in_at: now, updated_at: now, confirmed_at: now };
		const [user] = await tx
			.insert(usersTable)
			.values({ email: invitation.email, ...proven, created_at: now })
			.onConflictDoUpdate({ target: usersTable.email, set: proven, setWhere: isNull(usersTable.confirmed_at) })
			.returning();
		if (!user) throw hasAccount();
		await endFormerAccess(tx, user.id, user.id);
		await endEverySession(tx, user.id);
		// The role is the inviter's doing, the acceptance the invited person's.
		const { role, areas } = invitation;
		await withActor(tx, invitation.invited_by ?? user.id, (given) =>
			given
				.insert(profilesTable)
				.values({ user_id: user.id, email: user.email, full_name, role, areas, created_at: user.created_at })
				.onConflictDoUpdate({ target: profilesTable.user_id, set: { full_name, role, areas } }),
		);
		await withActor(tx, user.id, (own) =>
			own.update(invitationsTable).set({ accepted_at: now }).where(eq(id, invitation.id)),
		);
		return { user, session: await beginSession(deps, tx, user.id, "otp", client) };
	});
}

const retentionDays = 30;

/** Invitations are deleted a month after they expired. */
export async function deleteOldInvitations({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(invitationsTable).where(lt(expires_at, subDays(clock(), retentionDays)));
}

/** What leaves the server. */
export const presentInvitation = (row: Invitation) =>
	withIsoDates(pick(row, ["id", "email", "role", "areas", "sent_at", "expires_at"]));
