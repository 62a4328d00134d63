import { site } from "#site.config.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";

/** Shown when a page could not be made, whatever the reason; says nothing about it but the HTTP status. */
export function ErrorPage({ status }: { status: number }) {
	return (
		<section className="on-band under-header bg-sky">
			<title>{`Something went wrong | ${site.name}`}</title>
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="max-w-[14em] font-display text-h1">This page did not make it to print.</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">
					Something went wrong on our side (status {status}). Load the page again; if that does not help, call us at{" "}
					{site.phone}.
				</p>
				<ButtonLink to="/" reloadDocument>
					Return to Home
				</ButtonLink>
			</div>
		</section>
	);
}
