import { useLayoutEffect } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useAuth } from "#admin/session/auth-context.tsx";
import { sessionKey } from "#admin/session/session-key.ts";
import { undoView } from "#features/auth/auth.schema.ts";
import { AfterSignIn } from "#features/auth/security/after-sign-in.tsx";
import { invitationView } from "#features/users/invitations/invitations.schema.ts";
import { isStorageBlocked, readStored } from "#lib/browser-storage.ts";
import { firm } from "#lib/firm.ts";
import {
	confirmedView,
	forgotPasswordView,
	isDeactivatedLink,
	linkSessionOfAnother,
	mailedLinkError,
	newPasswordView,
} from "#lib/mailed-link.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";
import { AuthAlert } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { AuthSkeleton, AuthView, BackToSignIn } from "./auth-view.tsx";
import { ContinueAs } from "./continue-as.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { RequestLinkForm } from "./request-link.tsx";
import { UndoAddition } from "./undo-addition.tsx";

export const meta = () => unlistedMeta("Sign In");

export default function AuthPage() {
	return (
		<AuthFrame>
			<AuthViews />
		</AuthFrame>
	);
}

function AuthViews() {
	const { user, owner, session, loading } = useAuth();
	const { hash, search, state } = useLocation();
	const view = new URLSearchParams(search).get("view");
	const linkError = mailedLinkError(hash);
	const from = originOf(state);
	const link = loading ? undefined : linkSessionOfAnother(hash, readStored(sessionKey));
	const isAsked = link !== undefined;

	// Before the effect in which what is below leaves for the next document, to which the toast is handed on.
	useLayoutEffect(() => {
		if (user && !isAsked && view === confirmedView) {
			toast({ title: "Email Confirmed!", description: "You're signed in.", tone: "success" });
		}
	}, [user, isAsked, view]);

	if (loading) return <AuthSkeleton />;
	if (link) return <ContinueAs email={owner?.email} link={link} path={`/auth${search}`} />;
	if (view === undoView) return <UndoAddition token={new URLSearchParams(hash.slice(1)).get("undo") ?? ""} />;
	if (isStorageBlocked()) return <StorageBlocked />;
	if (view === invitationView) {
		return <AcceptInvitation token={new URLSearchParams(hash.slice(1)).get("invitation") ?? ""} />;
	}
	if (session && user) {
		return (
			<AfterSignIn session={session}>
				{view === newPasswordView ? (
					<AuthView title="Choose a new password" lead={`For the account ${user.email}.`}>
						<NewPasswordForm email={user.email ?? ""} returnTo={from ?? "/admin"} />
						{from && (
							<Link to={from} className="rule-link justify-self-start text-small">
								Cancel
							</Link>
						)}
					</AuthView>
				) : (
					<Navigate to={from ?? "/admin"} replace />
				)}
			</AfterSignIn>
		);
	}
	if (isDeactivatedLink(hash)) {
		return (
			<AuthView title="This account is deactivated" lead="Please ask an admin to reactivate it.">
				<BackToSignIn />
			</AuthView>
		);
	}
	if (view === newPasswordView || linkError) {
		const kind = view === newPasswordView ? "recovery" : "confirmation";
		return (
			<AuthView title="This link no longer works" lead={`It has already been used or has expired. ${wayOn[kind]}`}>
				{linkError && <AuthAlert>{linkError}</AuthAlert>}
				<RequestLinkForm kind={kind} />
				<BackToSignIn />
			</AuthView>
		);
	}
	if (view === forgotPasswordView) {
		return (
			<AuthView title="Forgot your password?">
				<RequestLinkForm kind="recovery">
					Enter your account's email address, and we'll send you a link to reset your password.
				</RequestLinkForm>
				<BackToSignIn />
			</AuthView>
		);
	}
	return (
		<AuthView
			title={`Your ${firm().shortName} account`}
			lead="For our staff. Clients and candidates don't need an account."
		>
			<AuthTabs />
		</AuthView>
	);
}

function StorageBlocked() {
	return (
		<AuthView
			title="Your browser doesn't let us keep you signed in"
			lead={`Signing in needs cookies and site data, which your browser blocks for this site. In its settings, allow them for ${window.location.host}. Then reload this page.`}
		>
			<Button size="lg" onClick={() => window.location.reload()}>
				Reload
			</Button>
		</AuthView>
	);
}

/** For someone whose link no longer works. */
const wayOn = {
	recovery: "We can send you a new one.",
	confirmation: "If your account is confirmed, just sign in. If not, we can send you a new link.",
};

/** The back-office address that someone was sent here from. */
function originOf(state: unknown): string | undefined {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && /^\/(admin|bookings|account)(?![^/?])/.test(from) ? from : undefined;
}
