import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useRef } from "react";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { readClaims } from "#admin/session/claims.ts";
import { cancelVerification, dataOf, finishVerification, useVerificationAsked } from "#admin/session/verification.ts";
import { AuthForm } from "#features/auth/pages/auth-form.tsx";
import { DialogBody } from "#ui/dialog.tsx";
import { PasswordField } from "#ui/forms/password-field.tsx";
import { OneMoreStep } from "./second-step.tsx";

/** Opens when the server does something only for someone who was verified lately (`withVerification`). */
export function VerifyAgainDialog() {
	if (!useVerificationAsked()) return null;
	return (
		<OpenDialog title="Confirm It's You" size="sm" onClose={cancelVerification}>
			<DialogBody>
				<Proof />
			</DialogBody>
		</OpenDialog>
	);
}

function Proof() {
	const factors = useQuery({
		queryKey: ["security", "factors-now"],
		queryFn: async () => dataOf(await authClient.mfa.listFactors()).all.filter(({ status }) => status === "verified"),
		staleTime: 0,
	});
	if (!factors.data) return <p role="status">Loading...</p>;
	const hasFactor = factors.data.some(({ factor_type }) => factor_type !== "recovery_code");
	return hasFactor ? <OneMoreStep factors={factors.data} dense onDone={finishVerification} /> : <PasswordProof />;
}

/** Without a second step, the password is the proof: a new session takes the place of the one that is here. */
function PasswordProof() {
	const { session } = useAuth();
	const password = useRef<HTMLInputElement>(null);
	// It comes when the dialog has been open for a moment.
	useEffect(() => password.current?.focus(), []);

	async function handleAttempt(field: (name: string) => string) {
		const { error } = await authClient.signInWithPassword({
			email: session?.user.email ?? "",
			password: field("password"),
		});
		if (error) return error;
		const replaced = session && readClaims(session).session_id;
		if (replaced)
			await parseResponse(api.api.sessions[":id"].$delete({ param: { id: replaced } })).catch(() => undefined);
		finishVerification();
	}

	return (
		<AuthForm submitLabel="Continue" busyLabel="Checking..." dense onAttempt={handleAttempt}>
			{(missing) => (
				<PasswordField
					ref={password}
					label="Password"
					name="password"
					autoComplete="current-password"
					required
					dense
					error={missing.password}
				/>
			)}
		</AuthForm>
	);
}
