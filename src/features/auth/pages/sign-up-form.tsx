import { useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { SendLink } from "./request-link.tsx";

export function SignUpForm() {
	const [signedUp, setSignedUp] = useState<string>();

	async function handleAttempt(field: (name: string) => string) {
		const email = field("email");
		const { error } = await authClient.signUp({
			email,
			password: field("password"),
			options: { data: { full_name: field("full_name").trim() }, emailRedirectTo: `${window.location.origin}/` },
		});
		if (error) return error;
		setSignedUp(email);
		toast({
			title: "Account created!",
			description: "Please check your email to confirm your account.",
			tone: "success",
		});
	}

	if (signedUp) return <ConfirmationAwaited email={signedUp} />;
	return (
		<AuthForm submitLabel="Sign Up" busyLabel="Creating Account..." onAttempt={handleAttempt}>
			{(missing) => (
				<>
					<TextField label="Full Name" name="full_name" autoComplete="name" maxLength={200} />
					<TextField label="Email" name="email" type="email" autoComplete="email" required error={missing.email} />
					<NewPasswordFields label="Password" missing={missing} />
				</>
			)}
		</AuthForm>
	);
}

/** The same for a new and for a taken address: the service does not tell them apart. */
function ConfirmationAwaited({ email }: { email: string }) {
	return (
		<div className="grid justify-items-start gap-4">
			<h2 className="font-semibold text-lg">One more step</h2>
			<p>
				Open the link we sent to <strong className="break-all font-semibold">{email}</strong>. It confirms your account
				and signs you in.
			</p>
			<p className="text-muted-foreground text-small">Didn't get it after a minute? Check your spam folder, or:</p>
			<SendLink kind="confirmation" email={email} />
		</div>
	);
}
