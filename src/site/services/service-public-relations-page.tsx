import { Glyph } from "#site/glyphs.tsx";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-public-relations-page";
import { serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { bleedRight, ServiceClosing, ServiceIntro } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "public-relations");

/**
 * The front page: the wall of the picture is the band, the checklist is the table of contents, the benefits are columns.
 */
export default function PublicRelationsPage() {
	const copy = serviceCopy("public-relations");
	return (
		<>
			<section className="on-band under-header overflow-hidden bg-(--band-public-relations)">
				<div className="wrap grid lg:grid-cols-[5fr_7fr] lg:items-end">
					<ServiceIntro copy={copy} className="pt-6 pb-4 lg:self-center lg:py-16" />
					<Picture
						{...bandPicture("public-relations")}
						sizes="(min-width: 1024px) 68vw, 100vw"
						priority
						className={`${bleedRight} aspect-3/2 not-forced-colors:lg:[--overlap:10%]`}
					/>
				</div>
			</section>
			<Section label={copy.checklist.label} heading={copy.checklist.heading}>
				<ol className="mt-10 grid gap-x-12 border-ink border-t-3 md:grid-flow-col md:grid-cols-2 md:grid-rows-[repeat(3,auto)]">
					{copy.checklist.items.map((item, index) => (
						<li key={item} className="flex items-baseline justify-between gap-2 border-line border-b py-5">
							<span className="font-display text-h3">{item}</span>
							<i aria-hidden className="min-w-4 grow border-edge border-b-2 border-dotted max-lg:hidden" />
							<span aria-hidden className="font-display text-h3 text-vermilion-deep lining-nums leading-none">
								{index + 1}
							</span>
						</li>
					))}
				</ol>
			</Section>
			<Section label={copy.benefits.label} className="bg-wash" heading={copy.benefits.heading}>
				<ul className="mt-10 grid border-ink border-t-3 [--glyph-accent:var(--color-gold)] md:grid-cols-3">
					{copy.benefits.cards.map((card) => (
						<li
							key={card.title}
							className="border-line py-8 max-md:not-last:border-b md:border-l md:px-6 md:last:pr-0 md:first:border-l-0 md:first:pl-0 lg:px-8"
						>
							<Glyph name={card.glyph} className="mb-8 size-14" />
							<h3 className="font-display text-h3">{card.title}</h3>
							<p className="mt-3 text-ink-2">{card.text}</p>
						</li>
					))}
				</ul>
			</Section>
			<ServiceClosing slug="public-relations" copy={copy} className="on-band bg-(--band-public-relations)" />
		</>
	);
}
