import { firm } from "#lib/firm.ts";
import { Button, ButtonAnchor } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";

/** Shown in place of a page that could not be fetched. What was typed elsewhere is still there: nothing was left but this page. */
export function ConnectionLostPage() {
	return (
		<section className="on-band under-header bg-sky">
			<title>{`No connection | ${firm().name}`}</title>
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="max-w-[14em] font-display text-h1">The line is quiet.</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">
					We can't reach the server. Check your connection and load the page again, or go back: Nothing you've typed is
					lost. Or call us at {firm().phone}.
				</p>
				<Button className="max-md:w-full" onClick={() => window.location.reload()}>
					Load Again
				</Button>
			</div>
		</section>
	);
}

/** Shown when a page could not be made, whatever the reason; says nothing about it but the HTTP status. */
export function ErrorPage({ status }: { status: number }) {
	return (
		<section className="on-band under-header bg-sky">
			<title>{`Something went wrong | ${firm().name}`}</title>
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="max-w-[14em] font-display text-h1">This page didn't make it to print.</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">
					Something went wrong on our side (status {status}). Load the page again. If that doesn't help, call us at{" "}
					{firm().phone}.
				</p>
				<ButtonAnchor href="/" className="max-md:w-full">
					Return to Home
				</ButtonAnchor>
			</div>
		</section>
	);
}
