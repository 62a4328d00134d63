import { Glyph } from "#site/glyphs.tsx";
import { pictures } from "#site/pictures.ts";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-videography-page";
import { serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { ServiceBadge, ServiceClosing, ServiceLead } from "./service-parts.tsx";

const copy = serviceCopy.videography;

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "videography");

/**
 * The cut: the picture in cinema format, the checklist on a timecode ruler, and the benefits as frames of one strip.
 */
export default function VideographyPage() {
	return (
		<>
			<section className="on-band under-header bg-(--band-videography)">
				<div className="wrap grid gap-6 pt-6 pb-8 lg:grid-cols-[7fr_5fr] lg:items-end lg:pt-14 lg:pb-12">
					<div>
						<ServiceBadge>Videography</ServiceBadge>
						<h1 className="font-display text-h1 mt-4.5">{copy.headline}</h1>
					</div>
					<ServiceLead copy={copy} />
				</div>
				<Picture
					{...pictures.videography}
					sizes="(min-width: 768px) 100vw, 113vw"
					priority
					className="mask-t-from-88% lg:mask-t-from-82% lg:mask-b-from-94% aspect-4/3 w-full object-cover object-[42%_45%] md:aspect-3/2 md:object-center lg:aspect-[2.39] lg:object-[42%_45%]"
				/>
				<Ruler />
			</section>
			<Section label="Why it works" className="bg-wash" heading={copy.benefits.heading}>
				<Strip />
			</Section>
			<ServiceClosing copy={copy} className="on-band bg-(--band-videography)" />
		</>
	);
}

/** Each item has its own ten seconds of the ruler, so that the ruler breaks where the columns do. */
function Ruler() {
	return (
		<div className="wrap pb-section">
			<h2 className="font-display text-h2 pt-12 pb-10">{copy.checklist.heading}</h2>
			<ol className="grid grid-cols-2 gap-y-10 md:grid-cols-3 xl:grid-cols-6">
				{copy.checklist.items.map((item, index) => (
					<li key={item}>
						<div
							aria-hidden
							className="h-6 border-ink border-t-2 border-l-2 bg-[repeating-linear-gradient(90deg,var(--color-ink)_0_1px,transparent_1px_10%)] bg-[length:100%_0.75rem] bg-no-repeat"
						/>
						<span aria-hidden className="block pl-3 text-label">
							{`00:00:${index}0:00`}
						</span>
						<span className="mt-2 block pr-4 pl-3 font-display text-h3 leading-tight wrap-anywhere">{item}</span>
					</li>
				))}
			</ol>
		</div>
	);
}

const perforation =
	"h-7 bg-[linear-gradient(90deg,transparent_6px,var(--color-wash)_6px_20px,transparent_20px)] bg-[length:26px_100%] bg-repeat-round [clip-path:inset(8px_0)]";

function Strip() {
	return (
		<div className="mt-10 bg-ink text-paper">
			<div aria-hidden className={perforation} />
			<ul className="grid md:grid-cols-3">
				{copy.benefits.cards.map((card) => (
					<li
						key={card.title}
						className="border-ink bg-plum p-7 text-rose max-md:not-first:border-t-2 md:not-first:border-l-2 lg:p-9"
					>
						<Glyph name={card.glyph} className="mb-14 size-16" />
						<h3 className="font-display text-h3 text-white">{card.title}</h3>
						<p className="mt-2 text-white">{card.text}</p>
					</li>
				))}
			</ul>
			<div aria-hidden className={perforation} />
		</div>
	);
}
