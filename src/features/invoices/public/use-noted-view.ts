import { useEffect } from "react";
import { sessionKey } from "#admin/session/session-key.ts";

/** Tells the server once that somebody has the page before them; that it was fetched, as scanners of mail do, says nothing. */
export function useNotedView(path: string | undefined): void {
	useEffect(() => {
		if (!path) return;
		const note = () => {
			if (document.visibilityState !== "visible") return;
			forget();
			// It is nothing to the client whether this arrives.
			sendView(path).catch(() => undefined);
		};
		const forget = () => document.removeEventListener("visibilitychange", note);
		document.addEventListener("visibilitychange", note);
		note();
		return forget;
	}, [path]);
}

/** In the name of whoever is signed in: the server does not count a look of our own. */
async function sendView(path: string): Promise<void> {
	const token = await accessToken();
	await fetch(path, {
		method: "POST",
		keepalive: true,
		...(token && { headers: { authorization: `Bearer ${token}` } }),
	});
}

async function accessToken(): Promise<string | undefined> {
	if (!hasSession()) return undefined;
	// Clients have none, and should not load what keeps one.
	const { authClient } = await import("#admin/session/auth.client.ts");
	return (await authClient.getSession()).data.session?.access_token;
}

function hasSession(): boolean {
	try {
		return localStorage.getItem(sessionKey) !== null;
	} catch {
		return false; // A browser that keeps nothing.
	}
}
