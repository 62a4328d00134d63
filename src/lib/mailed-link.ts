export const newPasswordView = "new-password";
export const forgotPasswordView = "forgot-password";
export const confirmedView = "confirmed";

/** Where the link in a recovery email leads: the view survives a reload, the fragment does not. */
export const newPasswordPath = `/auth?view=${newPasswordView}`;
export const forgotPasswordPath = `/auth?view=${forgotPasswordView}`;

const viewsOfTypes: Record<string, string> = { recovery: newPasswordView, signup: confirmedView };

/**
 * Emailed links end on the page they were asked for with their outcome in the fragment (contracts: auth 7.2). Only /auth
 * knows what to do with it, and has to know from the query: the auth client clears the fragment as soon as it has it.
 * @returns the address that must be opened instead, if this page is not the one
 */
export function mailedLinkTarget({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">) {
	const fragment = new URLSearchParams(hash.slice(1));
	if (!fragment.has("access_token") && !fragment.has("error_code")) return undefined;
	const view = viewsOfTypes[fragment.get("type") ?? ""];
	if (!view) return pathname === "/auth" ? undefined : `/auth${hash}`;
	const target = `/auth?view=${view}`;
	return pathname + search === target ? undefined : target + hash;
}

type LinkSession = { email: string; access_token: string; refresh_token: string };

/**
 * The session in a link's fragment, if it is another account's than the one that is signed in: it must not take its place
 * unasked, because anyone can send a link to an account of their own. What the token says is only shown; the server
 * checks it before it counts. Without Zod, which public pages don't load.
 * @param stored what this browser has of its session
 */
export function linkSessionOfAnother(hash: string, stored: string | null): LinkSession | undefined {
	const { access_token = "", refresh_token = "" } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
	try {
		const own: { user?: { id?: unknown } } | null = JSON.parse(stored ?? "null");
		const payload = access_token.split(".")[1] ?? "";
		const claims: { sub?: unknown; email?: unknown } = JSON.parse(
			atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
		);
		if (!own?.user?.id || own.user.id === claims.sub || typeof claims.email !== "string") return undefined;
		return { email: claims.email, access_token, refresh_token };
	} catch {
		return undefined;
	}
}

/** What the service said about a link that did not work. */
export function mailedLinkError(hash: string): string | undefined {
	const fragment = new URLSearchParams(hash.slice(1));
	if (!fragment.has("error_code")) return undefined;
	return fragment.get("error_description") ?? "Email link is invalid or has expired";
}

/** Whether the link was good, but its account has been deactivated. */
export const isDeactivatedLink = (hash: string): boolean =>
	new URLSearchParams(hash.slice(1)).get("error_code") === "user_banned";
