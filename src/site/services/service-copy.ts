import { content } from "#site/content/content.tsx";
import type { GlyphName } from "#site/glyphs.tsx";
import { type ServiceSlug, serviceCatalogue } from "./services.ts";

type Card = { glyph: GlyphName; title: string; text: string };

/** The texts that every service page has, as its parts take them. */
export type ServiceCopy = {
	title: string;
	headline: string;
	lead: string;
	/** The button of the first screen. It links to /book-call. */
	button: string;
	checklist: { label: string; heading: string; items: readonly string[] };
	benefits: { label: string; heading: string; cards: readonly Card[] };
	closing: { heading: string; lead: string; button: string };
};

export function serviceCopy(slug: ServiceSlug): ServiceCopy {
	const texts = content(slug);
	const { title, headline, lead, button } = texts;
	const [first, second, third] = serviceCatalogue[slug].glyphs;
	return {
		...{ title, headline, lead, button },
		checklist: {
			label: "checklist.label" in texts ? texts["checklist.label"] : "",
			heading: texts["checklist.heading"],
			items: texts["checklist.items"],
		},
		benefits: {
			label: texts["cards.label"],
			heading: texts["cards.heading"],
			cards: [
				{ glyph: first, title: texts["card_1.title"], text: texts["card_1.text"] },
				{ glyph: second, title: texts["card_2.title"], text: texts["card_2.text"] },
				{ glyph: third, title: texts["card_3.title"], text: texts["card_3.text"] },
			],
		},
		closing: {
			heading: texts["closing.heading"],
			lead: texts["closing.lead"],
			button: texts["closing.button"],
		},
	};
}
