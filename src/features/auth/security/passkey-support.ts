/** Browsers refuse passkeys for an address by number, and for one that is neither encrypted nor this very machine. */
export function arePasskeysOffered(): boolean {
	const { hostname, protocol } = window.location;
	const isAddress = /^[\d.]+$|^\[/.test(hostname);
	return "PublicKeyCredential" in window && !isAddress && (protocol === "https:" || hostname === "localhost");
}

export async function isAutofillOffered(): Promise<boolean> {
	return arePasskeysOffered() && (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}
