import { data } from "react-router";
import { ButtonAnchor } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import { unlistedMeta } from "./crawlers/seo.ts";

export const meta = () => unlistedMeta("Page not found");

export function loader() {
	return data(null, { status: 404 });
}

export default function NotFoundPage() {
	return (
		<section className="on-band under-header bg-sky">
			<div hidden data-part="not-found-note" />
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<h1>
					<span className="flex items-baseline gap-[0.2em] font-display text-[clamp(6.5rem,24vw,20rem)] leading-none tracking-[-0.03em]">
						404
						<Pilcrow className="w-[0.48em] translate-y-[0.065em] rotate-90 text-vermilion" />
					</span>
					<span className="mt-6 block font-display text-h2">Oops! Page not found</span>
				</h1>
				<p className="mt-3 mb-8 max-w-read text-balance text-ink-2 text-lead">
					There is nothing at this address. Use the menu above to find what you need.
				</p>
				<ButtonAnchor href="/">Return to Home</ButtonAnchor>
			</div>
		</section>
	);
}
