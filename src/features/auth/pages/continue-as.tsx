import { useState } from "react";
import { useNavigate } from "react-router";
import { authClient } from "#admin/session/auth.client.ts";
import type { linkSessionOfAnother } from "#lib/mailed-link.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { AuthView } from "./auth-view.tsx";

type ContinueAsProps = {
	/** Who is signed in. */
	email: string | undefined;
	/** Who the link is for. */
	link: NonNullable<ReturnType<typeof linkSessionOfAnother>>;
	/** The page's address without the tokens, for whoever continues. */
	path: string;
};

/**
 * Asks before the session of a link takes the place of another account's: anyone can send a link that signs its reader in
 * to their own account.
 */
export function ContinueAs({ email, link, path }: ContinueAsProps) {
	const [busy, setBusy] = useState(false);
	const navigate = useNavigate();

	async function handleContinue() {
		setBusy(true);
		const { error } = await authClient.setSession(link);
		if (error) toast({ title: "Error", description: "This link no longer works.", tone: "destructive" });
		await navigate(error ? "/admin" : path, { replace: true });
	}

	return (
		<AuthView
			title={`Continue as ${link.email}?`}
			lead={`You are signed in as ${email}. If you continue, this browser will be signed in as ${link.email}.`}
		>
			<Button onClick={() => void navigate("/admin", { replace: true })}>Stay Signed In as {email}</Button>
			<Button variant="secondary" busy={busy} onClick={() => void handleContinue()}>
				Continue as {link.email}
			</Button>
		</AuthView>
	);
}
