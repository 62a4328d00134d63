import { Glyph } from "#site/glyphs.tsx";
import { HungMark, Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-videography-page";
import { type ServiceCopy, serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { bleedRight, ServiceClosing, ServiceIntro } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "videography");

/**
 * The cut: the clapper stands whole in the band, the checklist on a timecode ruler, and the benefits as frames of one strip.
 */
export default function VideographyPage() {
	const copy = serviceCopy("videography");
	return (
		<>
			<section className="on-band under-header overflow-hidden bg-(--band-videography)">
				<div className="wrap grid lg:grid-cols-[5fr_7fr] lg:items-end">
					<ServiceIntro copy={copy} className="pt-6 pb-4 lg:self-center lg:py-16" />
					<Picture
						{...bandPicture("videography")}
						sizes="(min-width: 1024px) 66vw, 100vw"
						priority
						className={`${bleedRight} not-forced-colors:lg:[--overlap:8%]`}
					/>
				</div>
			</section>
			<Ruler {...copy.checklist} />
			<Section label={copy.benefits.label} className="bg-wash" heading={copy.benefits.heading}>
				<Strip cards={copy.benefits.cards} />
			</Section>
			<ServiceClosing slug="videography" copy={copy} className="on-band bg-(--band-videography) pt-8" />
		</>
	);
}

/** Each item has its own ten seconds of the ruler, so that the ruler breaks where the columns do. */
function Ruler({ label, heading, items }: ServiceCopy["checklist"]) {
	return (
		<section className="wrap py-section">
			<div className="mb-12 hang">
				<HungMark>{label}</HungMark>
				<h2 className="font-display text-h2">{heading}</h2>
			</div>
			<ol className="grid grid-cols-2 gap-y-10 md:grid-cols-3 xl:grid-cols-6">
				{items.map((item, index) => (
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
		</section>
	);
}

const perforation =
	"h-7 bg-[linear-gradient(90deg,transparent_6px,var(--color-wash)_6px_20px,transparent_20px)] bg-[length:26px_100%] bg-repeat-round [clip-path:inset(8px_0)]";

function Strip({ cards }: Pick<ServiceCopy["benefits"], "cards">) {
	return (
		<div className="mt-10 bg-ink text-paper forced-colors:border">
			<div aria-hidden className={perforation} />
			<ul className="grid md:grid-cols-3">
				{cards.map((card) => (
					<li
						key={card.title}
						className="border-ink bg-plum p-7 text-rose max-md:not-first:border-t-2 md:not-first:border-l-2 lg:p-9"
					>
						<Glyph name={card.glyph} className="mb-14 size-16" />
						<h3 className="font-display text-h3 text-white">{card.title}</h3>
						<p className="mt-3 text-white">{card.text}</p>
					</li>
				))}
			</ul>
			<div aria-hidden className={perforation} />
		</div>
	);
}
