import { data } from "react-router";
import { firm } from "#lib/firm.ts";
import { content, services } from "#site/content/content.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { SiteSearch } from "#site/search/site-search.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";

export const meta = () => unlistedMeta("Page not found");

export function loader() {
	return data(null, { status: 404 });
}

export default function NotFoundPage() {
	const texts = content("not-found");
	const { phone, phoneHref } = firm();
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
						<span className="mt-6 block font-display text-h2">{texts.heading}</span>
					</h1>
					<p className="mt-6 mb-8 max-w-read text-balance text-ink-2 text-lead">
						{`${texts.lead} Or call us:`}{" "}
						<a href={phoneHref} className="whitespace-nowrap underline underline-offset-4">
							{phone}
						</a>
						.
					</p>
					<ButtonAnchor href="/" className="max-md:w-full">
						{texts.button}
					</ButtonAnchor>
				</div>
				<div className="max-w-read">
					<h2 className="mb-3 font-semibold text-small">{texts["services.heading"]}</h2>
					<ul className="mb-8 border-ink/20 border-b">
						{services().map(({ slug, title, path }) => (
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
