import { clsx } from "clsx";
import { Glyph } from "#site/glyphs.tsx";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-brand-development-page";
import { serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { Checklist, ServiceClosing, ServiceIntro } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "brand-development");

/** Board, plaster, and lacquer: the materials of the three nearest marks in the picture, larger as they come nearer. */
const materials = [
	"bg-[#dcab6c] md:mt-20 md:pt-10 lg:pt-10",
	"bg-[#e8d8d0] md:mt-10 md:pt-20 lg:pt-20",
	"bg-[#3a1531] text-paper md:pt-30 lg:pt-30 [--glyph-accent:var(--color-vermilion)]",
];

/** The row: the picture is one large bowl that extends beyond the edge of its band. */
export default function BrandDevelopmentPage() {
	const copy = serviceCopy("brand-development");
	return (
		<>
			<section className="on-vermilion relative flow-root bg-(--band-brand-development)">
				<div className="wrap lg:grid lg:h-[clamp(27rem,37vw,34rem)] lg:grid-cols-12 lg:items-center">
					<ServiceIntro copy={copy} className="pt-8 pb-10 lg:col-span-5 lg:py-0" />
				</div>
				<Picture
					{...bandPicture("brand-development")}
					sizes="(min-width: 1024px) 64vw, 95vw"
					priority
					className="-mb-12 relative ml-auto aspect-[1.3] w-[calc(100%-var(--spacing-gutter))] rounded-bowl object-cover object-[68%_50%] md:aspect-[1.7] lg:absolute lg:top-0 lg:right-0 lg:mb-0 lg:aspect-auto lg:h-[calc(100%+3rem)] lg:w-[57%] xl:w-[calc(50%+6rem)] xl:h-[calc(100%+6rem)]"
				/>
			</section>
			<Section
				label={copy.checklist.label}
				className="pt-[calc(var(--spacing-section)+4rem)]"
				heading={copy.checklist.heading}
			>
				<Checklist items={copy.checklist.items} />
			</Section>
			<Section label={copy.benefits.label} className="bg-wash" heading={copy.benefits.heading}>
				<ul className="mt-10 grid md:grid-cols-3">
					{copy.benefits.cards.map((card, index) => (
						<li key={card.title} className={clsx("p-7 pb-10 text-ink forced-colors:border lg:p-9", materials[index])}>
							<Glyph name={card.glyph} className="mb-10 size-14" />
							<h3 className="font-display text-h3">{card.title}</h3>
							<p className="mt-3">{card.text}</p>
						</li>
					))}
				</ul>
			</Section>
			<ServiceClosing slug="brand-development" copy={copy} className="on-vermilion bg-(--band-brand-development)" />
		</>
	);
}
