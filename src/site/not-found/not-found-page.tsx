import { data } from "react-router";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { SiteSearch } from "#site/search/site-search.tsx";
import { services } from "#site/services/services.ts";
import { phoneHref, site } from "#site.config.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";

export const meta = () => unlistedMeta("Page not found");

export function loader() {
	return data(null, { status: 404 });
}

export default function NotFoundPage() {
	return (
		<section className="on-band under-header bg-sky">
			<div hidden data-part="not-found-note" />
			<div className="wrap grid min-h-[70dvh] content-center gap-x-16 gap-y-12 py-16 lg:grid-cols-[7fr_5fr] lg:items-end">
				<div>
					<h1>
						<span className="flex items-baseline gap-[0.2em] font-display text-[clamp(6.5rem,20vw,17rem)] leading-none tracking-[-0.03em]">
							404
							<Pilcrow className="w-[0.48em] translate-y-[0.065em] rotate-90 text-vermilion" />
						</span>
						<span className="mt-6 block font-display text-h2">Oops! Page not found</span>
					</h1>
					<p className="mt-6 mb-8 max-w-read text-balance text-ink-2 text-lead">
						There's nothing at this address. You may find what you're looking for among our services or by searching. Or
						call us:{" "}
						<a href={phoneHref} className="whitespace-nowrap underline underline-offset-4">
							{site.phone}
						</a>
						.
					</p>
					<ButtonAnchor href="/" className="max-md:w-full">
						Return to Home
					</ButtonAnchor>
				</div>
				<div className="max-w-read">
					<h2 className="mb-3 font-semibold text-small">Our services</h2>
					<ul className="mb-8 border-ink/20 border-b">
						{services.map(({ slug, title, path }) => (
							<li key={slug} className="border-ink/20 border-t">
								<a
									href={path}
									className="flex min-h-11 items-center font-display text-h3 underline-offset-4 hover:underline"
								>
									{title}
								</a>
							</li>
						))}
					</ul>
					<SiteSearch />
				</div>
			</div>
		</section>
	);
}
