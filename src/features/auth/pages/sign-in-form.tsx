import { type Ref, useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { SendLink } from "./request-link.tsx";

/** What happens after a sign-in is up to the code that watches the session. */
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

	async function handleAttempt(field: (name: string) => string) {
		const email = field("email");
		const { error } = await authClient.signInWithPassword({ email, password: field("password") });
		setUnconfirmed(error?.code === "email_not_confirmed" ? email : undefined);
		// After the answer, not on SIGNED_IN: that event repeats whenever the tab becomes visible (contracts: auth 12.1).
		if (!error) {
			toast({ title: "Welcome back!", description: "You have successfully signed in.", tone: "success" });
		}
		return error;
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
							autoComplete="email"
							required
							dense={dense}
							defaultValue={knownEmail}
							error={missing.email}
						/>
						<TextField
							ref={passwordRef}
							label="Password"
							name="password"
							type="password"
							autoComplete="current-password"
							required
							dense={dense}
							error={missing.password}
						/>
					</>
				)}
			</AuthForm>
			{unconfirmed && <SendLink kind="confirmation" email={unconfirmed} />}
		</div>
	);
}
