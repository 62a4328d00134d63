import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { LinkType } from "#features/auth/auth.schema.ts";
import { oneTimeTokensTable, usersTable } from "#features/auth/auth.table.ts";
import type { AuthError } from "#features/auth/auth-errors.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";

/** Neither blanks nor control characters nor backslashes, which browsers and parsers read in different ways. */
const ambiguous = /[\s\p{Cc}\\]/u;

/** Where an emailed link may finally lead: to the site itself or to a listed address, otherwise silently to the start page. */
export function redirectTarget({ siteUrl, auth }: Settings, wanted: string | undefined): string {
	const home = `${siteUrl}/`;
	if (!wanted || ambiguous.test(wanted)) return home;
	const url = URL.parse(wanted);
	if (!url || url.username || url.password) return home;
	// By scheme too: the origin of `blob:SITE_URL/x` is the site's.
	const ownPage = url.origin === siteUrl && url.protocol === new URL(siteUrl).protocol;
	return ownPage || auth.redirectAllow.includes(wanted) ? wanted : home;
}

/**
 * How many links of a type live at once. A stranger who asks for someone's recovery must not void the link in that
 * person's hand; a confirmation confirms the password of the latest sign-up alone (contracts: auth 1).
 */
const liveLinks: Record<LinkType, number> = { signup: 1, recovery: 2 };

/**
 * Makes a link of this type for the user; the oldest gives way to it. For an id that no user has it does the same work
 * to no effect. The caller holds the user's row, so that of two requests at once each sees the other's link.
 */
export async function issueLink(
	{ settings, clock }: Pick<Deps, "settings" | "clock">,
	tx: Database,
	type: LinkType,
	userId: string,
	redirectTo: string,
): Promise<string> {
	const token = newToken();
	const expiresAt = new Date(clock().getTime() + settings.auth.linkExp * 1000);
	const { user_id, type: ofType, expires_at, token_hash } = oneTimeTokensTable;
	const ofUser = and(eq(user_id, userId), eq(ofType, type));
	const outlived = tx
		.select({ token_hash })
		.from(oneTimeTokensTable)
		.where(ofUser)
		.orderBy(desc(expires_at))
		.offset(liveLinks[type] - 1);
	await tx.delete(oneTimeTokensTable).where(and(ofUser, inArray(token_hash, outlived)));
	await tx.insert(oneTimeTokensTable).select(
		tx
			.select({
				user_id: usersTable.id,
				type: sql<LinkType>`${type}::text`.as("type"),
				token_hash: sql<string>`${tokenHash(token)}::text`.as("token_hash"),
				expires_at: sql<Date>`${expiresAt.toISOString()}::timestamptz`.as("expires_at"),
			})
			.from(usersTable)
			.where(eq(usersTable.id, userId)),
	);
	const link = new URL("/auth/v1/verify", settings.siteUrl);
	link.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
	return link.href;
}

/** The target with the session in its fragment, which never reaches a server. */
export function successAddress(
	target: string,
	type: LinkType,
	session: { access_token: string; expires_at: number; expires_in: number; refresh_token: string; token_type: string },
): string {
	const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
	return withFragment(target, { access_token, expires_at, expires_in, refresh_token, token_type, type });
}

const errorNames: Record<number, string> = {
	400: "invalid_request",
	401: "unauthorized_client",
	403: "access_denied",
	500: "server_error",
	503: "temporarily_unavailable",
};

export function failureAddress(target: string, error: AuthError): string {
	return withFragment(target, {
		error: errorNames[error.status] ?? "invalid_request",
		error_code: error.code,
		error_description: error.message,
	});
}

function withFragment(target: string, fragment: Record<string, string | number>): string {
	const url = new URL(target);
	url.hash = new URLSearchParams(Object.entries(fragment).map(([name, value]) => [name, String(value)])).toString();
	return url.href;
}

/** How long an emailed link is good for. */
export const linkMinutes = ({ settings }: Pick<Deps, "settings">) =>
	Math.max(1, Math.round(settings.auth.linkExp / 60));
