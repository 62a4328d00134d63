import { clsx } from "clsx";
import { type Ref, useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { secondStepQuery } from "#features/auth/security/second-step-query.ts";
import { usePasskeyAutofill } from "#features/auth/security/use-passkey-autofill.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { PasswordField } from "#ui/forms/password-field.tsx";
import { AuthAlert, AuthForm } from "./auth-form.tsx";
import { SendLink } from "./request-link.tsx";
import { welcome } from "./welcome.ts";

const tooMany = "Too many wrong passwords. Use a passkey, choose “Forgot password?”, or try again later.";

/**
 * What happens after a sign-in is up to the code that watches the session.
 * @param props.email the only account that may go on here; by default, any may
 */
export function SignInForm({
	email: knownEmail,
	passwordRef,
	dense = false,
}: {
	email?: string | undefined;
	passwordRef?: Ref<HTMLInputElement>;
	dense?: boolean;
}) {
	const [unconfirmed, setUnconfirmed] = useState<string>();
	const [passkeyFailure, setPasskeyFailure] = useState<string>();
	const autofill = usePasskeyAutofill();

	async function handleAttempt(field: (name: string) => string) {
		const email = field("email");
		const { data, error } = await authClient.signInWithPassword({ email, password: field("password") });
		setUnconfirmed(error?.code === "email_not_confirmed" ? email : undefined);
		if (error?.code === "over_request_rate_limit") return { message: tooMany };
		if (error) return error;
		// After the answer, not on SIGNED_IN: that event repeats whenever the tab becomes visible (contracts: auth 12.1).
		const step = await queryClient.fetchQuery(secondStepQuery(data.session)).catch(() => null);
		if (!step) welcome();
	}

	async function handlePasskey() {
		setPasskeyFailure(undefined);
		autofill.stop();
		const { error } = await authClient.signInWithPasskey();
		if (!error) return welcome();
		setPasskeyFailure("That did not work. Try again or sign in with your password.");
		autofill.start();
	}

	return (
		<div className="grid gap-4">
			<AuthForm submitLabel="Sign In" busyLabel="Signing In..." dense={dense} onAttempt={handleAttempt}>
				{(missing) => (
					<>
						<TextField
							label="Email"
							name="email"
							type="email"
							autoComplete="username webauthn"
							required
							dense={dense}
							defaultValue={knownEmail}
							readOnly={knownEmail !== undefined}
							hint={knownEmail && "To use another account, leave this screen."}
							error={missing.email}
						/>
						<PasswordField
							ref={passwordRef}
							label="Password"
							name="password"
							autoComplete="current-password"
							required
							dense={dense}
							error={missing.password}
						/>
					</>
				)}
			</AuthForm>
			{unconfirmed && <SendLink kind="confirmation" email={unconfirmed} />}
			{autofill.isOffered && (
				<Button
					variant="secondary"
					size={dense ? "dense" : "lg"}
					className={clsx(dense && "justify-center")}
					onClick={() => void handlePasskey()}
				>
					Sign in with a passkey
				</Button>
			)}
			{passkeyFailure && <AuthAlert>{passkeyFailure}</AuthAlert>}
		</div>
	);
}
