import { pictures } from "#site/pictures.ts";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-contact-center-page";
import { serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { Benefits, ServiceBadge, ServiceClosing, ServiceLead } from "./service-parts.tsx";

export { publicPage as handle } from "#lib/page-handle.ts";

const copy = serviceCopy["contact-center"];

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "contact-center");

type Item = (typeof copy.checklist.items)[number];
type Moment = { hour: number; label: string; text: string };

/** The hour that belongs to each item of the checklist, and what happens then. */
const day: Record<Item, Moment> = {
	"24/7 availability": { hour: 0, label: "Midnight", text: "Someone is awake. It's their job." },
	"Workflow integration": {
		hour: 6,
		label: "6 AM",
		text: "Last night's calls are in your system before your team arrives.",
	},
	"Full or partial contact handling": {
		hour: 10,
		label: "10 AM",
		text: "Every contact, or only those your own team can't take.",
	},
	"Public figure support": {
		hour: 13,
		label: "1 PM",
		text: "Reporters, fans, and callers who won't give their names: Each one reaches the right person.",
	},
	"Metrics and reporting": {
		hour: 17,
		label: "5 PM",
		text: "How many people called, what they wanted, and how each call ended.",
	},
	"Restaurant order-taking": { hour: 19, label: "7 PM", text: "We take the dinner orders. You run the kitchen." },
};

/** The clock: a headline that counts the hours, the headset in the middle, and the hours of one day. */
export default function ContactCenterPage() {
	return (
		<>
			<section className="on-ink relative overflow-hidden bg-(--band-contact-center) text-white">
				<div className="wrap relative z-1 grid gap-x-8 pt-8 lg:min-h-[clamp(34rem,50vw,46rem)] lg:grid-cols-12 lg:content-center lg:items-end lg:py-16">
					<div className="lg:col-span-4">
						<ServiceBadge className="bg-gold text-ink">Contact Center</ServiceBadge>
						<h1 className="mt-4.5 mb-5 lg:mb-0">
							<span className="block font-display font-medium text-[clamp(6rem,2rem+9.4vw,11.5rem)] text-gold leading-[0.86] tracking-[-0.05em]">
								24/7
							</span>{" "}
							<span className="mt-6 block font-display text-[clamp(2.25rem,1rem+2.9vw,4.5rem)] leading-none tracking-[-0.028em]">
								Professional Support
							</span>
						</h1>
					</div>
					<ServiceLead copy={copy} className="lg:col-span-3 lg:col-start-10" />
				</div>
				<Picture
					{...pictures["band-contact-center"]}
					sizes="(min-width: 1024px) 50vw, (min-width: 576px) 576px, 100vw"
					priority
					className="not-forced-colors:mask-x-from-95% mx-auto w-full max-w-xl lg:absolute lg:inset-y-0 lg:left-[51%] lg:h-full lg:w-auto lg:max-w-none lg:-translate-x-1/2 forced-colors:max-lg:mt-8 forced-colors:lg:scale-70"
				/>
			</section>
			<Section label="What you get" heading={copy.checklist.heading}>
				<ol className="mt-10">
					{copy.checklist.items.map((item) => (
						<HourRow key={item} item={item} {...day[item]} />
					))}
				</ol>
			</Section>
			<Benefits benefits={copy.benefits} className="text-(--band-contact-center) [--glyph-accent:var(--color-gold)]" />
			<ServiceClosing slug="contact-center" copy={copy} className="on-ink bg-(--band-contact-center) text-white" />
		</>
	);
}

function HourRow({ item, hour, label, text }: Moment & { item: Item }) {
	return (
		<li className="grid grid-cols-[3.5rem_1fr] items-center gap-x-5 border-line border-t py-5 md:grid-cols-[3.5rem_8rem_1fr_1fr]">
			<svg viewBox="0 0 56 56" aria-hidden="true" className="size-14 max-md:row-span-3">
				<circle cx="28" cy="28" r="28" className="fill-(--band-contact-center)" />
				<path d="M26.5 8h3v20h-3z" fill="#fff" />
				<path d="M26 15h4v15h-4z" className="fill-gold" transform={`rotate(${hour * 30} 28 28)`} />
			</svg>
			<span aria-hidden className="font-display text-lead text-quiet">
				{label}
			</span>
			<span className="text-balance font-display text-h3">{item}</span>
			<span className="text-quiet">{text}</span>
		</li>
	);
}
