import { isAuthSessionMissingError } from "@supabase/auth-js";
import { useNavigate } from "react-router";
import { authClient } from "#admin/auth.client.ts";
import { toast } from "#ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { NewPasswordFields, passwordMismatch } from "./new-password-fields.tsx";

/** For someone whom a recovery link has signed in. */
export function NewPasswordForm() {
	const navigate = useNavigate();

	async function handleAttempt(field: (name: string) => string) {
		const mismatch = passwordMismatch(field);
		if (mismatch) return mismatch;
		const { error } = await authClient.updateUser({ password: field("password") });
		// Only getUser makes the client forget a dead session (contracts: auth 12.5); the page then offers a new link.
		if (isAuthSessionMissingError(error)) await authClient.getUser();
		if (error) return error;
		toast({ title: "Password updated!", description: "You are signed in with your new password.", tone: "success" });
		await navigate("/admin", { replace: true });
	}

	return (
		<AuthForm submitLabel="Save Password" busyLabel="Saving..." onAttempt={handleAttempt}>
			{(missing) => <NewPasswordFields label="New Password" missing={missing} />}
		</AuthForm>
	);
}
