import { GoTrueClient } from "@supabase/auth-js";
import { readStored, store } from "#lib/browser-storage.ts";
import { linkSessionOfAnother, mailedLinkTarget } from "#lib/mailed-link.ts";
import { sessionKey } from "./session-key.ts";

const deviceKey = "pilcrow-device";

/**
 * 16 random bytes by which the server recognizes this browser, to notify the owner of an account of a sign-in elsewhere.
 * They are stored apart from the session, so that they outlive it.
 */
function deviceId(): string {
	const known = readStored(deviceKey);
	if (known) return known;
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const made = btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
	// A browser that stores nothing is another device at each request, which must not keep anyone from signing in.
	store(deviceKey, made);
	return made;
}

let retryAfterSeconds = 0;

/** How long the server's last 'too many' lasts; the client's errors do not say. */
export const retryMinutes = () => Math.max(1, Math.ceil(retryAfterSeconds / 60));

/**
 * The session of this browser. Made when its module loads, before the router runs: it takes the session of an emailed
 * link out of the address. The `.client` in the name keeps it out of the server's build.
 */
export const authClient = new GoTrueClient({
	url: "/auth/v1",
	storageKey: sessionKey,
	persistSession: true,
	autoRefreshToken: true,
	flowType: "implicit",
	// Not while `entry.client.tsx`, which may run later, still has to read the kind of an emailed link in the fragment.
	detectSessionInUrl: (url, params) =>
		Boolean(params.access_token || params.error_code) &&
		mailedLinkTarget(url) === undefined &&
		!linkSessionOfAnother(url.hash, readStored(sessionKey)),
	experimental: { recoveryCodes: true },
	// Not by the option `headers`, which would replace the client's own.
	fetch: async (input, init) => {
		const headers = new Headers(init?.headers);
		headers.set("X-Device", deviceId());
		const response = await fetch(input, { ...init, headers });
		if (response.status === 429) retryAfterSeconds = Number(response.headers.get("Retry-After"));
		return response;
	},
});

let isSignedIn = false;
authClient.onAuthStateChange((_event, session) => {
	isSignedIn = session !== null;
});

/**
 * Tells the page that its session is gone, and with it all tabs. A page that knows keeps still: it asks again and again, and
 * the tab in which someone is just signing in would take its word for the end of the new session.
 */
export async function noteMissingSession(): Promise<void> {
	if (isSignedIn) await authClient.signOut({ scope: "local" });
}

import.meta.hot?.dispose(() => authClient.dispose());
