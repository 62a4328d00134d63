import { parseResponse } from "hono/client";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError, publicApi } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { AuthForm } from "#features/auth/pages/auth-form.tsx";
import { AuthFrame } from "#features/auth/pages/auth-frame.tsx";
import { AuthSkeleton, AuthView, BackToSignIn } from "#features/auth/pages/auth-view.tsx";
import { FullNameField, NewPasswordFields } from "#features/auth/pages/new-password-fields.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";

export const meta = () => unlistedMeta("Set Up");

/** Where the link in the log of the first start leads: whoever holds it becomes the first admin. */
export default function SetupPage() {
	return (
		<AuthFrame>
			<Setup />
		</AuthFrame>
	);
}

function Setup() {
	const { loading } = useAuth();
	const { hash } = useLocation();
	// The auth client empties the fragment when it takes the new session.
	const [token] = useState(() => hash.slice(1));
	const [over, setOver] = useState<string>();
	const navigate = useNavigate();

	async function handleAttempt(field: (name: string) => string) {
		const input = { token, name: field("full_name"), email: field("email"), password: field("password") };
		try {
			const session = await parseResponse(publicApi.api.setup.$post({ json: input }));
			const { error } = await authClient.setSession(session);
			toast({ title: "Welcome!", description: "Your site is running, and you're its first admin.", tone: "success" });
			await navigate(error ? "/auth" : "/admin", { replace: true });
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			if (error.status === 410) setOver(error.message);
			else return { message: Object.values(error.fields)[0] ?? error.message };
		}
	}

	if (loading) return <AuthSkeleton />;
	if (over) {
		return (
			<AuthView title="This link no longer works" lead={over}>
				<BackToSignIn />
			</AuthView>
		);
	}
	return (
		<AuthView
			title="Create the first admin"
			lead="Your site is running. This account can do everything, and invites the others."
		>
			<AuthForm submitLabel="Create Account" busyLabel="Creating..." onAttempt={handleAttempt}>
				{(missing) => (
					<>
						<FullNameField missing={missing} />
						<TextField label="Email" name="email" type="email" autoComplete="email" required error={missing.email} />
						<NewPasswordFields label="Password" missing={missing} />
					</>
				)}
			</AuthForm>
		</AuthView>
	);
}
