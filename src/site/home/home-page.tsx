import { firm } from "#lib/firm.ts";
import { content, services } from "#site/content/content.tsx";
import { organization, pageMeta } from "#site/crawlers/seo.ts";
import { Glyph, type GlyphName } from "#site/glyphs.tsx";
import { ClosingCall, HungMark, Section } from "#site/section.tsx";
import { showcasePicture } from "#site/services/service-pictures.ts";
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
		title: content("home")["search.title"],
		description: firm().description,
		path: "/",
	}),
	{ "script:ld+json": { "@context": "https://schema.org", ...organization(root.loaderData.siteUrl) } },
];

const glyphs: { glyph: GlyphName; colours: string }[] = [
	{ glyph: "rise", colours: "text-sky" },
	{ glyph: "halves", colours: "text-gold [--glyph-accent:var(--color-rose)]" },
	{ glyph: "lens", colours: "text-fern [--glyph-accent:var(--color-sky)]" },
];

export default function HomePage() {
	const texts = content("home");
	const [first] = services();
	const unsent = { services: services(), pictures: first ? [showcasePicture(first.slug)] : [] };
	return (
		<>
			<HomeHero />
			<Section label={texts["showcase.label"]} heading={texts["showcase.heading"]}>
				<Island name="home-showcase" of={HomeShowcase} props={{}} unsent={unsent} wake="visible" />
			</Section>
			<ProofSections {...site.proof} />
			<Mission />
			<ClosingCall
				heading={texts["closing.heading"]}
				lead={texts["closing.lead"]}
				className="on-vermilion bg-vermilion"
				art={<Pilcrow className="-right-[2%] -bottom-[22%] absolute hidden h-[130%] opacity-10 lg:block" />}
			>
				<ButtonAnchor href="/book-call">{texts["closing.button"]}</ButtonAnchor>
				<ButtonAnchor href="/contact" variant="secondary">
					{texts["closing.second_button"]}
				</ButtonAnchor>
			</ClosingCall>
		</>
	);
}

function Mission() {
	const texts = content("home");
	const pillars = [
		{ title: texts["pillar_1.title"], text: texts["pillar_1.text"] },
		{ title: texts["pillar_2.title"], text: texts["pillar_2.text"] },
		{ title: texts["pillar_3.title"], text: texts["pillar_3.text"] },
	];
	return (
		<section className="on-ink bg-ink py-section text-paper">
			<div className="wrap hang">
				<HungMark>{texts["mission.label"]}</HungMark>
				<div>
					<h2 className="font-display text-h1 max-w-[16em]">{texts["mission.heading"]}</h2>
					<ul className="mt-[clamp(2.5rem,5vw,5rem)] grid gap-10 md:grid-cols-3 md:gap-8">
						{pillars.map(({ title, text }, index) => (
							<li key={title}>
								<Glyph
									name={glyphs[index]?.glyph ?? "rise"}
									className={`mb-6 size-18 ${glyphs[index]?.colours ?? ""}`}
								/>
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
