import { Glyph } from "#site/glyphs.tsx";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-graphic-design-page";
import { type ServiceCopy, serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { bleedRight, ServiceClosing, ServiceIntro } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "graphic-design");

/**
 * The layout: crop marks around the headline, color chips between the parts, and a checklist set as a type specimen.
 */
export default function GraphicDesignPage() {
	const copy = serviceCopy("graphic-design");
	return (
		<>
			<section className="on-band under-header overflow-hidden bg-(--band-graphic-design)">
				<div className="wrap grid lg:grid-cols-[1fr_1fr]">
					<div className="relative my-8 px-6 py-8 lg:my-16 lg:self-center lg:px-10 lg:py-12">
						<CropMarks />
						<ServiceIntro copy={copy} />
					</div>
					<Picture
						{...bandPicture("graphic-design")}
						sizes="(min-width: 1024px) 60vw, 119vw"
						priority
						className={`${bleedRight} aspect-3/2 object-right lg:aspect-auto lg:self-end not-forced-colors:lg:[--overlap:12%]`}
					/>
				</div>
			</section>
			<ColourChips />
			<Section label={copy.checklist.label} heading={copy.checklist.heading}>
				<Specimen items={copy.checklist.items} />
			</Section>
			<SwatchCards {...copy.benefits} />
			<ServiceClosing slug="graphic-design" copy={copy} className="on-band bg-(--band-graphic-design)" />
		</>
	);
}

const corners = [
	"top-0 left-0",
	"top-0 right-0 rotate-90",
	"right-0 bottom-0 rotate-180",
	"bottom-0 left-0 -rotate-90",
];

function CropMarks() {
	return corners.map((corner) => (
		<svg key={corner} viewBox="0 0 24 24" aria-hidden="true" className={`absolute size-6 ${corner}`}>
			{/* Crisp, so that each stroke is as wide as the others wherever its corner is. */}
			<path d="M0 23.5h18M23.5 0v18" stroke="currentColor" shapeRendering="crispEdges" />
		</svg>
	));
}

const chips = ["bg-rose", "bg-vermilion", "bg-gold", "bg-fern", "bg-sky-deep", "bg-sky", "bg-plum", "bg-ink"];

/** Each chip's round end overlaps the chip before it. */
function ColourChips() {
	return (
		<div aria-hidden className="flex h-12 overflow-hidden bg-(--band-graphic-design) md:h-20">
			{chips.map((chip) => (
				<i key={chip} className={`-mr-6 grow rounded-bowl md:-mr-10 ${chip}`} />
			))}
		</div>
	);
}

const swatches = ["bg-gold", "bg-rose", "bg-sky"];

/** The benefits as chips from the fan in the picture: the color above, its name below. */
function SwatchCards({ label, heading, cards }: ServiceCopy["benefits"]) {
	return (
		<Section label={label} className="bg-wash" heading={heading}>
			<ul className="mt-10 grid gap-5 md:grid-cols-3">
				{cards.map((card, index) => (
					<li
						key={card.title}
						className="grid grid-cols-[6rem_1fr] overflow-hidden rounded-sm border border-line bg-white md:grid-cols-1 md:content-start"
					>
						<div className={`flex items-end p-5 md:aspect-4/3 md:p-7 ${swatches[index]}`}>
							<Glyph name={card.glyph} className="size-14 text-ink md:size-18" />
						</div>
						<div className="p-5 md:p-7">
							<h3 className="font-display text-h3">{card.title}</h3>
							<p className="mt-3 text-quiet">{card.text}</p>
						</div>
					</li>
				))}
			</ul>
		</Section>
	);
}

/**
 * Each line is six pixels smaller than the one before. In windows narrower than 1280 px, all shrink with the window.
 */
function Specimen({ items }: { items: readonly string[] }) {
	return (
		<ul className="mt-10">
			{items.map((item, index) => {
				const size = 64 - 6 * index;
				return (
					<li
						key={item}
						className="border-line border-t py-3 font-display font-medium leading-[1.15] tracking-[-0.025em] forced-colors:leading-normal"
						style={{ fontSize: `clamp(${1 + size / 64}rem, ${size / 12.8}vw, ${size / 16}rem)` }}
					>
						{item}
					</li>
				);
			})}
		</ul>
	);
}
