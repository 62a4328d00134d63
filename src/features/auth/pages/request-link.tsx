import { type ReactNode, useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { newPasswordPath } from "#lib/mailed-link.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { AuthAlert, AuthForm } from "./auth-form.tsx";

type LinkKind = "confirmation" | "recovery";

/** What we say is the same for known and unknown addresses (contracts: auth 6.8 and 6.9). */
const kinds = {
	confirmation: {
		request: (email: string) =>
			authClient.resend({ type: "signup", email, options: { emailRedirectTo: `${window.location.origin}/` } }),
		submitLabel: "Send a New Link",
		sent: (email: string) => `If ${email} is waiting to be confirmed, a new link is on its way.`,
	},
	recovery: {
		request: (email: string) =>
			authClient.resetPasswordForEmail(email, { redirectTo: window.location.origin + newPasswordPath }),
		submitLabel: "Send Link",
		sent: (email: string) => `If there is an account for ${email}, a link to reset your password is on its way.`,
	},
};

/**
 * Asks for an address and sends a link there.
 * @param props.children what to do; gone once the link is sent
 */
export function RequestLinkForm({ kind, children }: { kind: LinkKind; children?: ReactNode }) {
	const [sentTo, setSentTo] = useState<string>();
	const { request, submitLabel, sent } = kinds[kind];
	return (
		<div>
			<LinkSent>{sentTo && sent(sentTo)}</LinkSent>
			{children && !sentTo && <p className="-mt-3 mb-6 text-quiet">{children}</p>}
			{!sentTo && (
				<AuthForm
					submitLabel={submitLabel}
					busyLabel="Sending..."
					onAttempt={async (field) => {
						const email = field("email");
						const { error } = await request(email);
						if (!error) setSentTo(email);
						return error;
					}}
				>
					{(missing) => (
						<TextField label="Email" name="email" type="email" autoComplete="email" required error={missing.email} />
					)}
				</AuthForm>
			)}
		</div>
	);
}

/**
 * For someone whose address is known already: one press sends a link.
 * @param props.children why one might want it; gone once it is sent
 */
export function SendLink({
	kind,
	email,
	label,
	children,
}: {
	kind: LinkKind;
	email: string;
	label?: string;
	children?: ReactNode;
}) {
	const [busy, setBusy] = useState(false);
	const [answer, setAnswer] = useState<{ sent: string } | { failure: string }>();
	const { request, submitLabel, sent } = kinds[kind];

	async function handleClick() {
		setBusy(true);
		const { error } = await request(email);
		setAnswer(error ? { failure: error.message } : { sent: sent(email) });
		setBusy(false);
	}

	const isSent = answer && "sent" in answer;
	return (
		<div>
			<LinkSent>{isSent && answer.sent}</LinkSent>
			{!isSent && (
				<div className="grid justify-items-start gap-4">
					{children}
					<Button variant="secondary" size="sm" busy={busy} onClick={handleClick}>
						{busy ? "Sending..." : (label ?? submitLabel)}
					</Button>
					{answer && <AuthAlert>{answer.failure}</AuthAlert>}
				</div>
			)}
		</div>
	);
}

/** Is there before its text: what comes together with a region is not read out. */
function LinkSent({ children }: { children: string | false | undefined }) {
	return (
		<div role="status">
			{children && <p className="rounded-sm bg-status-green-bg px-4 py-3 text-small text-status-green">{children}</p>}
		</div>
	);
}
