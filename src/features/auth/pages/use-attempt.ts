import { useState } from "react";

/** One attempt at a time, and why the last one failed. */
export function useAttempt() {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<string>();

	/** @param action returns why it failed */
	async function attempt(action: () => Promise<string | undefined>): Promise<void> {
		setBusy(true);
		setFailure(undefined);
		try {
			setFailure(await action());
		} catch (error) {
			// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
			console.error(error);
			setFailure("An unexpected error occurred");
		}
		setBusy(false);
	}

	return { busy, failure, setFailure, attempt };
}
