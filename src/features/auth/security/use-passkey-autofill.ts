import { useCallback, useEffect, useRef, useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { welcome } from "#features/auth/pages/welcome.ts";
import { arePasskeysOffered, isAutofillOffered } from "./passkey-support.ts";

/** Before the challenge expires, which it does after five minutes. */
const renewMs = 4 * 60_000;

/**
 * Lets the browser offer passkeys among what it fills into the email field. It asks for nothing and shows no error:
 * people who don't use passkeys never notice it.
 */
export function usePasskeyAutofill() {
	const [isOffered, setIsOffered] = useState(false);
	const ceremony = useRef<AbortController>(null);

	const stop = useCallback(() => ceremony.current?.abort(), []);

	const start = useCallback(async () => {
		ceremony.current?.abort();
		const current = new AbortController();
		ceremony.current = current;
		if (!(await isAutofillOffered()) || current.signal.aborted) return;
		const options = { mediation: "conditional" as const, signal: current.signal };
		const { error } = await authClient.signInWithPasskey({ options });
		if (!error) welcome();
		else if ("code" in error && error.code === "webauthn_challenge_expired" && !current.signal.aborted) void start();
	}, []);

	useEffect(() => {
		setIsOffered(arePasskeysOffered());
		void start();
		const timer = setInterval(() => document.visibilityState === "visible" && void start(), renewMs);
		return () => {
			clearInterval(timer);
			stop();
		};
	}, [start, stop]);

	return { isOffered, start: () => void start(), stop };
}
