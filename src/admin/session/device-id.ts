const deviceKey = "pilcrow-device";

/**
 * 16 random bytes by which the server recognizes this browser, to notify the owner of an account of a sign-in elsewhere.
 * They are stored apart from the session, so that they outlive it.
 */
export function deviceId(): string {
	const known = localStorage.getItem(deviceKey);
	if (known) return known;
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const made = btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
	try {
		localStorage.setItem(deviceKey, made);
	} catch {
		// A browser that stores nothing is another device at each request, which must not keep anyone from signing in.
	}
	return made;
}
