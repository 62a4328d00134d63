import { content } from "#site/content/content.tsx";
import { Glyph } from "#site/glyphs.tsx";
import { HungMark, Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-corporate-communications-page";
import { type ServiceCopy, serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { Checklist, ServiceBadge, ServiceClosing, ServiceLead } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "corporate-communications");

/** The line: a plumb line hangs from the string in the picture, continues below it, and joins the three steps. */
export default function CorporateCommunicationsPage() {
	const copy = serviceCopy("corporate-communications");
	return (
		<>
			<section className="on-band under-header bg-(--band-corporate-communications)">
				<div className="wrap grid gap-6 pt-6 pb-10 lg:grid-cols-[7fr_5fr] lg:items-end lg:pt-14 lg:pb-4">
					<div>
						<ServiceBadge>{copy.title}</ServiceBadge>
						<h1 className="font-display text-h1 mt-4.5">{copy.headline}</h1>
					</div>
					<ServiceLead copy={copy} />
				</div>
				{/* No wider than the picture has pixels: beyond them is the band, and the line keeps its place on the string. */}
				<div className="relative [--line:max(42%,50%-8rem)]">
					<Picture
						{...bandPicture("corporate-communications")}
						sizes="min(100vw, 100rem)"
						priority
						className="mask-t-from-88% mx-auto aspect-3/2 w-full max-w-400 object-cover object-[50%_35%] md:aspect-21/9"
					/>
					{/* Starts at the string's height in our own picture, which the panorama crops. */}
					{!content("corporate-communications").picture.made && (
						<i className="absolute top-[33.2%] bottom-0 left-(--line) w-0.5 bg-vermilion forced-color-adjust-none md:top-[32.4%]" />
					)}
				</div>
			</section>
			<Process />
			<Section label={copy.checklist.label} className="pt-0" heading={copy.checklist.heading}>
				<Checklist items={copy.checklist.items} />
			</Section>
			<HungBenefits {...copy.benefits} />
			<ServiceClosing
				slug="corporate-communications"
				copy={copy}
				className="on-band bg-(--band-corporate-communications)"
			/>
		</>
	);
}

/** The benefits hang from the same string, which spans the page from edge to edge. */
function HungBenefits({ label, heading, cards }: ServiceCopy["benefits"]) {
	return (
		<Section label={label} className="overflow-hidden bg-wash" heading={heading}>
			<div className="relative mt-12 max-md:hidden">
				<i className="absolute top-0 -right-[100vw] -left-[100vw] h-0.5 bg-vermilion forced-color-adjust-none" />
			</div>
			<ul className="grid gap-x-8 max-md:mt-8 md:grid-cols-3">
				{cards.map((card) => (
					<li key={card.title} className="relative border-line py-8 max-md:border-t md:pt-0">
						<i className="block h-14 w-0.5 bg-vermilion forced-color-adjust-none max-md:hidden" />
						<Glyph name={card.glyph} className="mb-6 size-14" />
						<h3 className="font-display text-h3">{card.title}</h3>
						<p className="mt-3 max-w-[24em] text-ink-2 text-lead">{card.text}</p>
					</li>
				))}
			</ul>
		</Section>
	);
}

function Process() {
	const texts = content("corporate-communications");
	const steps = [
		{ title: texts["step_1.title"], text: texts["step_1.text"] },
		{ title: texts["step_2.title"], text: texts["step_2.text"] },
		{ title: texts["step_3.title"], text: texts["step_3.text"] },
	];
	return (
		<section className="relative pb-section [--line:calc(var(--spacing-gutter)+1.25rem)] md:grid md:grid-cols-[max(42%,50%-8rem)_1fr] md:[--line:max(42%,50%-8rem)]">
			<LineOnPhones />
			<i className="absolute top-16 bottom-(--spacing-section) left-(--line) w-0.5 bg-vermilion forced-color-adjust-none md:top-0" />
			<div className="pr-12 pl-[calc(var(--line)+1.75rem)] md:pt-section md:pl-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2))]">
				<HungMark>{texts["steps.label"]}</HungMark>
				<h2 className="font-display text-h2 mt-4 mb-10 max-w-[9em]">{texts["steps.heading"]}</h2>
			</div>
			<ol className="[--title:clamp(1.5rem,1.2rem+1.2vw,2.25rem)] md:pt-section">
				{steps.map((step, index) => (
					<li
						key={step.title}
						className="relative pr-(--spacing-gutter) pb-12 pl-[calc(var(--line)+1.75rem)] last:pb-0 md:pb-16 md:pl-12"
					>
						<span
							aria-hidden
							className="absolute top-[calc(0.625*var(--title)-1.75rem)] left-[calc(var(--line)-1.75rem)] grid h-14 w-7 place-items-center rounded-bowl bg-vermilion pl-1.5 font-semibold text-small md:left-[-1.75rem]"
						>
							{index + 1}
						</span>
						<h3 className="font-display text-(length:--title) leading-tight tracking-tight">{step.title}</h3>
						<p className="mt-3 max-w-[32em] text-ink-2 text-lead">{step.text}</p>
					</li>
				))}
			</ol>
		</section>
	);
}

/** On a phone the line turns twice to reach the left edge, where the steps have room beside it. */
function LineOnPhones() {
	return (
		<div aria-hidden className="relative h-16 md:hidden">
			<i className="absolute top-0 right-[calc(58%-2px)] left-[calc(var(--line)+2rem)] h-8 rounded-br-[2rem] border-vermilion forced-color-adjust-none border-r-2 border-b-2" />
			<i className="absolute top-[1.875rem] left-(--line) h-[2.125rem] w-8 rounded-tl-[2rem] border-vermilion forced-color-adjust-none border-t-2 border-l-2" />
		</div>
	);
}
