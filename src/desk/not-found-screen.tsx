import { useEffect } from "react";
import { data, useLocation } from "react-router";
import { firm } from "#lib/firm.ts";
import { Pilcrow } from "#ui/logo.tsx";

/** The server sets the status. The screen appears once the guard has let the user in. */
export function loader() {
	return data(null, { status: 404 });
}

export default function NotFoundScreen() {
	const { pathname } = useLocation();
	// biome-ignore lint/suspicious/noConsole: the attempted path is logged (specification 2: not-found)
	useEffect(() => console.error(`404: nothing at ${pathname}`), [pathname]);
	return (
		<div className="m-auto grid justify-items-start gap-3 py-12">
			<title>{`Page not found | ${firm().name}`}</title>
			<h1>
				<span className="flex items-end gap-3 font-semibold text-6xl tracking-tight">
					404
					<Pilcrow className="mb-1 w-8 rotate-90 text-vermilion" />
				</span>
				<span className="mt-4 block font-semibold text-xl">Oops! Page not found</span>
			</h1>
			<p className="text-muted-foreground">This page doesn't exist. Pick a section from the sidebar or the menu.</p>
			<a href="/" className="rule-link inline-block leading-6">
				Return to Home
			</a>
		</div>
	);
}
