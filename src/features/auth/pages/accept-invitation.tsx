import { useQuery } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, publicApi } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { firm } from "#lib/firm.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthSkeleton, AuthView, BackToSignIn } from "./auth-view.tsx";
import { FullNameField, NewPasswordFields } from "./new-password-fields.tsx";

const { accept, check } = publicApi.api.invitations;
type AcceptedSession = InferResponseType<typeof accept.$post, 200>;

/** Shown after following the link in an invitation. Nothing happens until the form is sent. */
export function AcceptInvitation({ token: linked }: { token: string }) {
	// The auth client empties the fragment when it takes the new session.
	const [token] = useState(linked);
	const [accepted, setAccepted] = useState(false);
	const navigate = useNavigate();
	const { user } = useAuth();
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: ["invitation", token],
		queryFn: () => parseResponse(check.$post({ json: { token } })),
		staleTime: Number.POSITIVE_INFINITY,
		// A change of the account empties the cache, and by then there is nothing left to look at.
		enabled: !accepted,
	});

	async function enter(session: AcceptedSession) {
		setAccepted(true);
		const { error } = await authClient.setSession(session);
		toast({
			title: "Welcome!",
			description: error ? "Your account is ready. Please sign in." : "Your account is ready, and you're signed in.",
			tone: "success",
		});
		await navigate(error ? "/auth" : "/admin", { replace: true });
	}

	if (accepted) return <AuthSkeleton />;
	if (data) {
		const other =
			user && user.email !== data.email
				? ` Right now, you're signed in as ${user.email}. If you accept, you'll be logged out of that account.`
				: "";
		return (
			<AuthView
				title={`Join ${firm().shortName}`}
				lead={`You're invited as ${data.role === "admin" ? "an admin" : "a user"}. You'll sign in as ${data.email}.${other}`}
			>
				<AcceptanceForm token={token} onAccepted={enter} />
			</AuthView>
		);
	}
	if (!error || isFetching) return <AuthSkeleton />;
	if (isOver(error)) {
		return (
			<AuthView title="This invitation no longer works" lead={error.message}>
				<BackToSignIn />
			</AuthView>
		);
	}
	return (
		<AuthView title="We couldn't open this invitation" lead="Check your connection and try again.">
			<Button variant="secondary" size="sm" className="justify-self-start" onClick={() => void refetch()}>
				Try Again
			</Button>
		</AuthView>
	);
}

/** The link opens nothing, and the message says why. */
const isOver = (error: Error) => error instanceof ApiError && [404, 410].includes(error.status);

type AcceptanceFormProps = { token: string; onAccepted(session: AcceptedSession): Promise<void> };

function AcceptanceForm({ token, onAccepted }: AcceptanceFormProps) {
	async function handleAttempt(field: (name: string) => string) {
		const acceptance = { token, full_name: field("full_name"), password: field("password") };
		try {
			await onAccepted(await parseResponse(accept.$post({ json: acceptance })));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return { message: Object.values(error.fields)[0] ?? error.message };
		}
	}

	return (
		<AuthForm submitLabel="Accept Invitation" busyLabel="Accepting..." onAttempt={handleAttempt}>
			{(missing) => (
				<>
					<FullNameField missing={missing} />
					<NewPasswordFields label="Password" missing={missing} />
				</>
			)}
		</AuthForm>
	);
}
