import { sessionKey } from "#admin/session/session-key.ts";

/** Reports to the server once that the page was seen. Fetching alone does not count, because email scanners do that, too. */
export function startNotedView({ dataset }: HTMLElement): void {
	const { path } = dataset;
	if (!path) return;
	const note = () => {
		if (document.visibilityState !== "visible") return;
		document.removeEventListener("visibilitychange", note);
		// It is nothing to the client whether this arrives.
		sendView(path).catch(() => undefined);
	};
	document.addEventListener("visibilitychange", note);
	note();
}

/** Sends the session along, so that the server does not count views by staff. */
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
