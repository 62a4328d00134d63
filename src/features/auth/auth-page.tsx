import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useAuth } from "#admin/auth-context.tsx";
import { pictures } from "#site/pictures.ts";
import { unlistedMeta } from "#site/seo.ts";
import { site } from "#site.config.ts";
import { Pilcrow } from "#ui/logo.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { AuthAlert } from "./auth-form.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { confirmedView, forgotPasswordView, mailedLinkError, newPasswordView } from "./mailed-link.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { RequestLinkForm } from "./request-link.tsx";

export const meta = () => unlistedMeta("Sign In");

export default function AuthPage() {
	return (
		<div className="-mt-20 grid min-h-dvh lg:grid-cols-[3fr_5fr]">
			<div className="relative hidden bg-(--band-home) lg:block">
				<Picture
					sources={pictures.hero.sources}
					alt=""
					sizes="(min-width: 64rem) 75vw, 1px"
					className="mask-[linear-gradient(transparent,black_7%)] absolute inset-x-0 top-20 h-[calc(100%-5rem)] w-full object-cover object-[41%_50%]"
				/>
			</div>
			<div className="flex flex-col px-gutter pt-24 pb-16 lg:pt-28">
				<div className="mx-auto flex w-full max-w-100 flex-1 flex-col">
					<Link
						to="/"
						className="-ml-1 inline-flex min-h-11 items-center gap-2 self-start px-1 font-semibold text-small underline-offset-4 hover:underline"
					>
						<ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Back to Home
					</Link>
					<div className="my-auto pt-8">
						<Pilcrow className="mb-6 h-9 text-vermilion lg:hidden" />
						<AuthViews />
					</div>
				</div>
			</div>
		</div>
	);
}

function AuthViews() {
	const { user, loading } = useAuth();
	const { hash, search, state } = useLocation();
	const view = new URLSearchParams(search).get("view");
	const linkError = mailedLinkError(hash);

	useEffect(() => {
		if (user && view === confirmedView) {
			toast({ title: "Email confirmed!", description: "You are signed in.", tone: "success" });
		}
	}, [user, view]);

	if (loading) return <FormSkeleton />;
	if (view === newPasswordView && user) {
		return (
			<View title="Choose a new password" lead={`For your account ${user.email}.`}>
				<NewPasswordForm />
			</View>
		);
	}
	if (user) return <Navigate to={returnPath(state)} replace />;
	if (view === newPasswordView) {
		return (
			<View
				title="This link no longer works"
				lead="It was used already, or it has expired. We can send you another one."
			>
				{linkError && <AuthAlert>{linkError}</AuthAlert>}
				<RequestLinkForm kind="recovery" />
				<BackToSignIn />
			</View>
		);
	}
	if (linkError) {
		return (
			<View
				title="This link no longer works"
				lead="It was used already, or it has expired. If your account is confirmed by now, simply sign in; if not, we can send you another link."
			>
				<AuthAlert>{linkError}</AuthAlert>
				<RequestLinkForm kind="confirmation" />
				<BackToSignIn />
			</View>
		);
	}
	if (view === forgotPasswordView) {
		return (
			<View title="Forgot your password?" lead="Tell us the email of your account. We send a link to set a new one.">
				<RequestLinkForm kind="recovery" />
				<BackToSignIn />
			</View>
		);
	}
	return (
		<View title={`Your ${site.shortName} account`}>
			<AuthTabs />
		</View>
	);
}

function View({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
	return (
		<div className="grid gap-6">
			<div className="grid gap-3">
				<h1 className="font-display text-h3 lg:text-[2rem] lg:leading-tight">{title}</h1>
				{lead && <p className="text-quiet">{lead}</p>}
			</div>
			{children}
		</div>
	);
}

function BackToSignIn() {
	return (
		<Link to="/auth" className="rule-link justify-self-start text-small">
			Back to sign in
		</Link>
	);
}

/** What the server sends: the session is known to the browser only. */
function FormSkeleton() {
	return (
		<div role="status" className="grid gap-6">
			<span className="sr-only">Loading</span>
			<Skeleton className="h-9 w-3/4" />
			<Skeleton className="h-10 w-44" />
			<Skeleton className="h-19" />
			<Skeleton className="h-19" />
			<Skeleton className="h-13 rounded-bowl!" />
		</div>
	);
}

/** The back-office address that someone was sent here from. */
function returnPath(state: unknown): string {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && /^\/(admin|bookings)(?![^/?])/.test(from) ? from : "/admin";
}
