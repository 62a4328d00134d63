import { content } from "#site/content/content.tsx";
import { Section } from "#site/section.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-contact-center-page";
import { serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { Benefits, ServiceBadge, ServiceClosing, ServiceLead } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "contact-center");

/** The hours of the day to which the items of the checklist belong, on the drawn clocks. */
const hours = [0, 6, 10, 13, 17, 19];

/** The clock: a headline that counts the hours, the headset in the middle, and the hours of one day. */
export default function ContactCenterPage() {
	const copy = serviceCopy("contact-center");
	const day = content("contact-center");
	const [first, ...others] = copy.headline.split(" ");
	return (
		<>
			<section className="on-ink relative overflow-hidden bg-(--band-contact-center) text-white">
				<div className="wrap relative z-1 grid gap-x-8 pt-8 lg:min-h-[clamp(34rem,50vw,46rem)] lg:grid-cols-12 lg:content-center lg:items-end lg:py-16">
					<div className="lg:col-span-4">
						<ServiceBadge className="bg-gold text-ink">{copy.title}</ServiceBadge>
						<h1 className="mt-4.5 mb-5 lg:mb-0">
							<span className="block font-display font-medium text-[clamp(6rem,2rem+9.4vw,11.5rem)] text-gold leading-[0.86] tracking-[-0.05em]">
								{first}
							</span>{" "}
							<span className="mt-6 block font-display text-[clamp(2.25rem,1rem+2.9vw,4.5rem)] leading-none tracking-[-0.028em]">
								{others.join(" ")}
							</span>
						</h1>
					</div>
					<ServiceLead copy={copy} className="lg:col-span-3 lg:col-start-10" />
				</div>
				<Picture
					{...bandPicture("contact-center")}
					sizes="(min-width: 1024px) 50vw, (min-width: 576px) 576px, 100vw"
					priority
					className="not-forced-colors:mask-x-from-95% mx-auto w-full max-w-xl max-lg:mt-(--above) lg:absolute lg:inset-y-0 lg:left-[51%] lg:h-full lg:w-auto lg:max-w-none lg:-translate-x-1/2 forced-colors:max-lg:mt-8 forced-colors:lg:scale-70"
				/>
			</section>
			<Section label={copy.checklist.label} heading={copy.checklist.heading}>
				<ol className="mt-10">
					{copy.checklist.items.map((item, index) => (
						<HourRow
							key={item}
							item={item}
							hour={hours[index] ?? 0}
							label={day["day.labels"][index]}
							text={day["day.texts"][index]}
						/>
					))}
				</ol>
			</Section>
			<Benefits benefits={copy.benefits} className="text-(--band-contact-center) [--glyph-accent:var(--color-gold)]" />
			<ServiceClosing slug="contact-center" copy={copy} className="on-ink bg-(--band-contact-center) text-white" />
		</>
	);
}

type HourRowProps = { item: string; hour: number; label: string | undefined; text: string | undefined };

function HourRow({ item, hour, label, text }: HourRowProps) {
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
