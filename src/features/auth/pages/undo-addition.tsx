import { parseResponse } from "hono/client";
import { useState } from "react";
import { ApiError, publicApi } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthView, BackToSignIn } from "./auth-view.tsx";

/**
 * Shown after following the link in an email about an added second step. Nothing happens until the button is pressed:
 * programs that scan emails open links, too.
 */
export function UndoAddition({ token: linked }: { token: string }) {
	// The auth client may empty the fragment.
	const [token] = useState(linked);
	const [isUndone, setUndone] = useState(false);

	async function handleAttempt() {
		try {
			await parseResponse(publicApi.api["second-steps"].undo.$post({ json: { token } }));
		} catch (error) {
			if (error instanceof ApiError) return error;
			throw error;
		}
		setUndone(true);
		// A session here may be one of those that have just ended: only getUser makes the client forget it.
		await authClient.getUser();
	}

	if (isUndone) {
		return (
			<AuthView
				title="We've undone it"
				lead="We've emailed you a link to choose a new password. If other emails are about changes that weren't yours, undo those, too."
			>
				<BackToSignIn />
			</AuthView>
		);
	}
	return (
		<AuthView
			title="Wasn't this you?"
			lead="If someone else added a passkey, an authenticator app, or recovery codes to your account, you can undo it here."
		>
			<ul className="grid list-disc gap-2 pl-5 text-quiet">
				<li>We'll remove what was added.</li>
				<li>You'll be logged out on every device, and so will they.</li>
				<li>Your password will stop working. We'll email you a link to choose a new one.</li>
			</ul>
			<AuthForm submitLabel="Undo It" busyLabel="Undoing..." onAttempt={handleAttempt}>
				{() => null}
			</AuthForm>
		</AuthView>
	);
}
