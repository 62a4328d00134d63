import { isAuthSessionMissingError } from "@supabase/auth-js";
import { useState } from "react";
import { useNavigate } from "react-router";
import { authClient } from "#admin/session/auth.client.ts";
import { PasswordField } from "#ui/forms/password-field.tsx";
import { toast } from "#ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { SendLink } from "./request-link.tsx";

/**
 * For someone whom a recovery link has signed in, or who is signed in anyway. The service decides whether the sign-in is
 * recent enough; if it is not, the form asks for the current password, with the typed values kept.
 */
export function NewPasswordForm({ email, returnTo }: { email: string; returnTo: string }) {
	const navigate = useNavigate();
	const [asksForCurrent, setAsksForCurrent] = useState(false);

	async function handleAttempt(field: (name: string) => string) {
		const { error } = await authClient.updateUser({
			password: field("password"),
			...(asksForCurrent && { current_password: field("current_password") }),
		});
		if (error?.code === "reauthentication_needed") setAsksForCurrent(true);
		// Only getUser makes the client forget a dead session (contracts: auth 12.5); the page then offers a new link.
		if (isAuthSessionMissingError(error)) await authClient.getUser();
		if (error) return error;
		toast({ title: "Password Updated!", description: "You're signed in with your new password.", tone: "success" });
		await navigate(returnTo, { replace: true });
	}

	return (
		<div className="grid gap-6">
			<AuthForm submitLabel="Save Password" busyLabel="Saving..." onAttempt={handleAttempt}>
				{(missing) => (
					<>
						{asksForCurrent && (
							<PasswordField
								label="Current Password"
								name="current_password"
								autoComplete="current-password"
								autoFocus
								required
								error={missing.current_password}
							/>
						)}
						<NewPasswordFields label="New Password" missing={missing} autoFocus />
					</>
				)}
			</AuthForm>
			{asksForCurrent && (
				<SendLink kind="recovery" email={email} label="Send a Link Instead">
					<p className="text-quiet text-small">Forgot it? We can email a reset link to {email}.</p>
				</SendLink>
			)}
		</div>
	);
}
