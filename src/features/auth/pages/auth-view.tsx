import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton } from "#ui/skeleton.tsx";

/** One view of the page: a title, what it is about, and a form or a way on. */
export function AuthView({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
	return (
		<div className="grid gap-6">
			<div className="grid gap-3">
				<h1 className="font-display text-h3 lg:text-[2rem] lg:leading-tight">{title}</h1>
				{lead && <p className="wrap-anywhere text-quiet">{lead}</p>}
			</div>
			{children}
		</div>
	);
}

export function BackToSignIn() {
	return (
		<Link to="/auth" className="rule-link justify-self-start text-small">
			Back to sign-in
		</Link>
	);
}

/** What the server sends: the session is known to the browser only. */
export function AuthSkeleton() {
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
