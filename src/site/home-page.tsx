import { site } from "#site.config.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import type { Route } from "./+types/home-page";
import { Glyph, type GlyphName } from "./glyphs.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HomeShowcase } from "./home-showcase.tsx";
import { Section } from "./section.tsx";
import { pageMeta } from "./seo.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: "Communications and Public Relations",
		description: site.description,
		path: "/",
	});

const pillars: { title: string; text: string; glyph: GlyphName; colours: string }[] = [
	{
		title: "Strategic Growth",
		text: "Every message gets a job. We agree on what it should change before we write a word of it.",
		glyph: "rise",
		colours: "text-sky",
	},
	{
		title: "Client-Focused",
		text: "We listen until we could explain your business to your own customers. Then we do.",
		glyph: "halves",
		colours: "text-gold [--glyph-accent:var(--color-rose)]",
	},
	{
		title: "Excellence",
		text: "We would rather cut a good line than print a wrong one. Nothing leaves the house unread.",
		glyph: "lens",
		colours: "text-fern [--glyph-accent:var(--color-sky)]",
	},
];

export default function HomePage() {
	return (
		<>
			<HomeHero />
			<Section label="Services">
				<h2 className="mb-[clamp(2rem,4vw,4rem)] max-w-[17em] font-display text-h2">
					One firm for the whole conversation.
				</h2>
				<HomeShowcase />
			</Section>
			<Section label="Mission" className="on-ink bg-ink text-paper">
				<h2 className="max-w-[16em] font-display text-h1">
					To help good companies be understood, at the first reading.
				</h2>
				<ul className="mt-[clamp(2.5rem,5vw,5rem)] grid gap-10 min-[56rem]:grid-cols-3 min-[56rem]:gap-8">
					{pillars.map(({ title, text, glyph, colours }) => (
						<li key={title}>
							<Glyph name={glyph} className={`mb-6 size-18 ${colours}`} />
							<h3 className="font-display text-h3">{title}</h3>
							<p className="mt-2.5 max-w-[26em] text-[#d3c5cf]">{text}</p>
						</li>
					))}
				</ul>
			</Section>
			<section className="on-vermilion relative overflow-hidden bg-vermilion">
				<Pilcrow className="-right-[2%] -bottom-[22%] absolute hidden h-[130%] text-ink/10 md:block" />
				<div className="wrap relative py-[clamp(4rem,8vw,8rem)]">
					<h2 className="max-w-[13em] font-display text-h1">Tell us what you are trying to say.</h2>
					<p className="mt-5 mb-9 max-w-[30em] text-pretty text-lead">
						A first call takes 30 to 45 minutes. Bring the problem; finding the words is our job.
					</p>
					<div className="grid gap-3.5 md:flex">
						<ButtonLink to="/book-call">Book a Strategy Call</ButtonLink>
						<ButtonLink to="/contact" variant="secondary">
							Send a Message
						</ButtonLink>
					</div>
				</div>
			</section>
		</>
	);
}
