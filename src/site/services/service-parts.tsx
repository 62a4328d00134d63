import { clsx } from "clsx";
import { Check } from "lucide-react";
import { Glyph } from "#site/glyphs.tsx";
import { ClosingCall, Section } from "#site/section.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import { closingArt } from "./closing-art.tsx";
import type { ServiceCopy } from "./service-copy.ts";
import type { ServiceSlug } from "./services.ts";

// What the seven service pages share. Each page arranges these parts in its own way and draws the rest itself.

/**
 * For the picture in the right column of a band: out to the window's edge, and into the left column by `--overlap`.
 * Below 1024 px, where it stands under the words, across the whole window.
 */
export const bleedRight = clsx(
	"-mx-(--spacing-gutter) w-[calc(100%+2*var(--spacing-gutter))] max-w-none object-cover",
	"lg:mr-0 lg:ml-[calc(-1*var(--overlap,0%))]",
	"lg:w-[calc(100%+var(--overlap,0%)+max(var(--spacing-gutter),(100vw-var(--container-page))/2))]",
);

export function ServiceBadge({ className = "bg-ink text-paper", children }: { className?: string; children: string }) {
	return (
		<p className={clsx("inline-flex h-7 items-center rounded-bowl pr-3 pl-4 font-semibold text-label", className)}>
			{children}
		</p>
	);
}

/** The lead and the button under the headline. */
export function ServiceLead({ copy, className }: { copy: ServiceCopy; className?: string }) {
	return (
		<div className={className}>
			<p className="mb-8 max-w-[27em] text-pretty text-lead">{copy.lead}</p>
			<ButtonAnchor href="/book-call" className="max-md:w-full">
				{copy.button}
			</ButtonAnchor>
		</div>
	);
}

type ServiceIntroProps = { badgeClass?: string; copy: ServiceCopy; className?: string };

/** The first words of a page in one column: badge, headline, lead, button. */
export function ServiceIntro({ badgeClass, copy, className }: ServiceIntroProps) {
	return (
		<div className={clsx("relative z-1", className)}>
			<ServiceBadge className={badgeClass}>{copy.title}</ServiceBadge>
			<h1 className="font-display text-h1 mt-4.5 mb-7">{copy.headline}</h1>
			<ServiceLead copy={copy} />
		</div>
	);
}

/** The plain checklist: two columns between hairlines. */
export function Checklist({ items }: { items: readonly string[] }) {
	return (
		<ul className="mt-10 grid gap-x-12 md:grid-cols-2">
			{items.map((item) => (
				<li
					key={item}
					className="flex items-baseline gap-4 border-line border-t py-4.25 font-medium text-lg leading-snug"
				>
					<Check aria-hidden className="size-4.5 shrink-0 translate-y-0.5 text-vermilion-deep" strokeWidth={2.5} />
					{item}
				</li>
			))}
		</ul>
	);
}

type BenefitsProps = { benefits: ServiceCopy["benefits"]; className: string };

/** The three cards on wash. The page colors the glyphs through `className`. */
export function Benefits({ benefits, className }: BenefitsProps) {
	return (
		<Section label={benefits.label} className="bg-wash" heading={benefits.heading}>
			<ul className={clsx("mt-10 grid gap-5 lg:grid-cols-3", className)}>
				{benefits.cards.map((card) => (
					<li key={card.title} className="gap-x-7 rounded-lg border border-line bg-white p-7 md:max-lg:flex lg:px-6">
						<Glyph name={card.glyph} className="mb-10 size-12 shrink-0 md:max-lg:mb-0" />
						<div>
							<h3 className="font-display text-h3 text-ink">{card.title}</h3>
							<p className="mt-3 text-quiet">{card.text}</p>
						</div>
					</li>
				))}
			</ul>
		</Section>
	);
}

type ServiceClosingProps = { slug: ServiceSlug; copy: ServiceCopy; className: string };

export function ServiceClosing({ slug, copy, className }: ServiceClosingProps) {
	return (
		<ClosingCall heading={copy.closing.heading} lead={copy.closing.lead} className={className} art={closingArt[slug]}>
			<ButtonAnchor href="/book-call">{copy.closing.button}</ButtonAnchor>
		</ClosingCall>
	);
}
