import { organization, pageMeta } from "#site/crawlers/seo.ts";
import { Glyph, type GlyphName } from "#site/glyphs.tsx";
import { ClosingCall, HungMark, Section } from "#site/section.tsx";
import { site } from "#site.config.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Island } from "#ui/islands/island.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import type { Route } from "./+types/home-page";
import { HomeHero } from "./home-hero.tsx";
import { HomeShowcase } from "./home-showcase.island.tsx";
import { ProofSections } from "./proof.tsx";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => [
	...pageMeta(root.loaderData.siteUrl, {
		title: "Communications and Public Relations",
		description: site.description,
		path: "/",
	}),
	{ "script:ld+json": { "@context": "https://schema.org", ...organization(root.loaderData.siteUrl) } },
];

const pillars: { title: string; text: string; glyph: GlyphName; colours: string }[] = [
	{
		title: "Strategic Growth",
		text: "We agree on what a message should change before we write a word.",
		glyph: "rise",
		colours: "text-sky",
	},
	{
		title: "Client-Focused",
		text: "We listen until we could explain your business to your own customers.",
		glyph: "halves",
		colours: "text-gold [--glyph-accent:var(--color-rose)]",
	},
	{
		title: "Excellence",
		text: "We would rather cut a good line than print a wrong one.",
		glyph: "lens",
		colours: "text-fern [--glyph-accent:var(--color-sky)]",
	},
];

export default function HomePage() {
	return (
		<>
			<HomeHero />
			<Section label="Services" heading="One firm for the whole conversation.">
				<Island name="home-showcase" of={HomeShowcase} props={{}} wake="visible" />
			</Section>
			<ProofSections {...site.proof} />
			<Mission />
			<ClosingCall
				heading="Tell us what you are trying to say."
				lead="A first call takes 30 to 45 minutes. Bring the problem; the words are our job."
				className="on-vermilion bg-vermilion"
				art={<Pilcrow className="-right-[2%] -bottom-[22%] absolute hidden h-[130%] opacity-10 lg:block" />}
			>
				<ButtonAnchor href="/book-call">Book a Strategy Call</ButtonAnchor>
				<ButtonAnchor href="/contact" variant="secondary">
					Send a Message
				</ButtonAnchor>
			</ClosingCall>
		</>
	);
}

function Mission() {
	return (
		<section className="on-ink bg-ink py-section text-paper">
			<div className="wrap hang">
				<HungMark>Mission</HungMark>
				<div>
					<h2 className="font-display text-h1 max-w-[16em]">To help good companies be understood on first reading.</h2>
					<ul className="mt-[clamp(2.5rem,5vw,5rem)] grid gap-10 md:grid-cols-3 md:gap-8">
						{pillars.map(({ title, text, glyph, colours }) => (
							<li key={title}>
								<Glyph name={glyph} className={`mb-6 size-18 ${colours}`} />
								<h3 className="font-display text-h3">{title}</h3>
								<p className="mt-3 max-w-[26em] text-[#d3c5cf]">{text}</p>
							</li>
						))}
					</ul>
				</div>
			</div>
		</section>
	);
}
