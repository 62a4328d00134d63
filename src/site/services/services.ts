import type { GlyphName } from "#site/glyphs.tsx";
import type { PictureName } from "#site/pictures.ts";

export type Service = {
	slug: ServiceSlug;
	title: string;
	path: `/services/${ServiceSlug}`;
	/** One line for the showcase and the navigation menu. */
	caption: string;
	/** Two lines for search engines, and for places that show the service alone. */
	description: string;
	image: PictureName;
	icon: GlyphName;
	/** The CSS color of the page's bands: the color of the wall in its picture. */
	colour: `var(--band-${ServiceSlug})`;
};

export type ServiceSlug =
	| "corporate-communications"
	| "brand-development"
	| "public-relations"
	| "contact-center"
	| "photography"
	| "videography"
	| "graphic-design";

type ServiceFacts = Pick<Service, "title" | "caption" | "description" | "icon">;

function service(slug: ServiceSlug, facts: ServiceFacts): Service {
	return { slug, path: `/services/${slug}`, image: slug, colour: `var(--band-${slug})`, ...facts };
}

/** The fixed list of services. The texts of the pages are in service-copy.ts. */
export const serviceCatalogue: Record<ServiceSlug, Service> = {
	"corporate-communications": service("corporate-communications", {
		title: "Corporate Communications",
		caption: "One message, from the top floor to the front desk.",
		description:
			"We plan and write what your company tells its people, its partners, and its public, so that all three hear the same thing.",
		icon: "thread",
	}),
	"brand-development": service("brand-development", {
		title: "Brand Development",
		caption: "Same company. A new look, and the habits to match.",
		description: "Rebranding inside and out: the name, the look, and the workflows that have to live up to them.",
		icon: "mark",
	}),
	"public-relations": service("public-relations", {
		title: "Public Relations",
		caption: "We find the story, then find it the right room.",
		description:
			"Campaigns from the first plan to the last interview: media relations, budget, toolkit, and a plan for the bad week.",
		icon: "halves",
	}),
	"contact-center": service("contact-center", {
		title: "Contact Center",
		caption: "Your phone, answered by people. All day and all night.",
		description: "People who answer in your name, for every contact or only for some, 24/7.",
		icon: "headset",
	}),
	photography: service("photography", {
		title: "Photography",
		caption: "People, plates, products, and places.",
		description: "On-site and studio photography, headshots, events, products, and food, with fast turnaround.",
		icon: "lens",
	}),
	videography: service("videography", {
		title: "Videography",
		caption: "Script, set, camera, cut.",
		description:
			"Events, corporate video, promotional content, and special requests, shot and edited for the screen they will run on.",
		icon: "clapper",
	}),
	"graphic-design": service("graphic-design", {
		title: "Graphic Design",
		caption: "Type, color, and paper, in the right order.",
		description:
			"Logo and identity, print and digital design that belongs to your brand, made with you and turned around fast.",
		icon: "tiles",
	}),
};

/** In the order of the menus and the showcase. */
export const services: readonly Service[] = Object.values(serviceCatalogue);
