import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { reconnectLive } from "#admin/live/live.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast, toastStore } from "#ui/toast.ts";
import { isStepNeeded } from "./api-client.ts";
import { useAuth } from "./auth-context.tsx";
import { lacksSecondStep } from "./claims.ts";
import { profileQuery } from "./profile-query.ts";
import { queryClient } from "./query-client.ts";

/** Shows what it surrounds to admins only. Comfort, not security: every endpoint asks for itself. */
export function AdminGuard({ children }: { children: ReactNode }) {
	const { user, owner, interrupted, loading } = useAuth();
	const profile = useQuery({ ...profileQuery(owner?.id ?? ""), enabled: user !== null && !interrupted });
	if (loading) return <Verifying />;
	// A session that turns out to be dead before anything was shown has interrupted nothing.
	if (!owner || (!user && !profile.data)) return <ToSignIn />;
	// The second step is taken there; `interrupted` takes it in the dialog over the screen.
	if (isStepNeeded(profile.error) && !interrupted) return <ToSignIn />;
	if (!profile.data) return profile.isError ? <Unverified onRetry={() => void profile.refetch()} /> : <Verifying />;
	return <RoleGuard isAdmin={profile.data.role === "admin"}>{children}</RoleGuard>;
}

/** Who loses the role while working is led away from the open screen, so that it asks about unsaved work. */
function RoleGuard({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
	const [wasAdmin, setWasAdmin] = useState(isAdmin);
	if (isAdmin && !wasAdmin) setWasAdmin(true);
	if (!wasAdmin) return <ToHome />;
	return (
		<KeptThroughSessions>
			{children}
			{!isAdmin && <ToHome />}
		</KeptThroughSessions>
	);
}

/** Shows what it surrounds to everyone who is signed in. */
export function SessionGuard({ children }: { children: ReactNode }) {
	const { user, session, interrupted, loading } = useAuth();
	if (loading) return <Waiting>Loading</Waiting>;
	if (!user && !interrupted) return <ToSignIn />;
	if (session && lacksSecondStep(session) && !interrupted) return <ToSignIn />;
	return <KeptThroughSessions>{children}</KeptThroughSessions>;
}

/** When the session ends, what someone was doing stays as it is behind a dialog to sign in again. */
function KeptThroughSessions({ children }: { children: ReactNode }) {
	const { interrupted, signInAgain } = useAuth();
	useEffect(() => {
		if (!interrupted) return;
		return () => {
			// What failed or went stale in between, and the stream, whose next try may be half a minute away.
			void queryClient.invalidateQueries();
			reconnectLive();
		};
	}, [interrupted]);
	return (
		<>
			{children}
			{interrupted && signInAgain}
		</>
	);
}

function ToSignIn() {
	const { loggedOut } = useAuth();
	const { pathname, search } = useLocation();
	return <Navigate to="/auth" replace state={loggedOut ? null : { from: pathname + search }} />;
}

/** A public page is a document of its own (decision 044). Says why, unless a sign-in has something to say. A failure has this reason. */
function ToHome() {
	useEffect(() => {
		const shown = toastStore.getSnapshot();
		if (!shown || shown.tone === "destructive") {
			toast({
				title: "No Access to the Back Office",
				description: "An admin can give you access.",
				link: { label: "Security and Log Out", href: "/account/security" },
			});
		}
		window.location.replace("/");
	}, []);
	return <Verifying />;
}

function Verifying() {
	return <Waiting>Verifying admin access...</Waiting>;
}

function Unverified({ onRetry }: { onRetry: () => void }) {
	return (
		<div className="m-auto grid justify-items-start gap-3 p-6">
			<p role="alert">We couldn't verify your access. Check your connection and try again.</p>
			<DeskButton onClick={onRetry}>Try Again</DeskButton>
		</div>
	);
}

function Waiting({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="m-auto flex items-center gap-2.5 p-6 text-muted-foreground">
			<LoaderCircle aria-hidden="true" className="size-4 animate-spin" strokeWidth={1.75} />
			{children}
		</p>
	);
}
