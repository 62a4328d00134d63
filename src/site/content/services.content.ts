import type { ServiceSlug } from "#site/services/services.ts";
import { definePage, type Field, type Fields, line, lines, picture, text } from "./fields.ts";
import type { Slot } from "./values/picture-value.ts";

type ServiceTexts = {
	title: string;
	/** One line for the showcase and the navigation menu. */
	caption: string;
	/** Two lines for search engines, and for places that show the service alone. */
	description: string;
	headline: string;
	lead: string;
	/** Of the first screen and, unless `closing` names another, of the closing call. */
	button: string;
	checklist: { label?: string; heading: string; items: readonly string[] };
	cards: { label?: string; heading: string; list: readonly [Card, Card, Card] };
	closing: { heading: string; lead: string; button?: string };
};
type Card = readonly [title: string, text: string];

/** Of the picture of the first screen its ratio and least width; the alternative texts of both pictures. */
type ServicePictures = Pick<Slot, "ratio" | "width"> & { alt: string; showcaseAlt?: string };

const servicePictures: Record<ServiceSlug, ServicePictures> = {
	"corporate-communications": { ratio: [3, 2], width: 1200, alt: "Two paper cups joined by a taut red string" },
	"brand-development": {
		...{ ratio: [3, 2], width: 1200 },
		alt: "Four paragraph marks in stone, board, plaster, and dark lacquer",
		showcaseAlt: "Five paragraph marks in steel, stone, board, plaster, and dark lacquer",
	},
	"public-relations": { ratio: [3, 2], width: 1200, alt: "Five press microphones against a yellow wall" },
	"contact-center": { ratio: [4, 5], width: 800, alt: "A white headset on a rounded yellow post" },
	photography: { ratio: [3, 2], width: 1200, alt: "A camera lens on a plum plinth" },
	videography: { ratio: [4, 3], width: 1200, alt: "A clapperboard and rolls of tape on a pink set" },
	"graphic-design": {
		...{ ratio: [16, 9], width: 1200 },
		alt: "A fan of color swatches, a red pencil, and a cut-out paragraph mark",
	},
};

const heading = { max: 80 };
const button = { max: 30 };
const short = { max: 24 };
const cardTitle = { max: 40 };
const cardText = { max: 160 };

/** The fields that every service has. Those of a single one come after them. */
const service = <Extra extends Fields = Record<never, Field>>(slug: ServiceSlug, texts: ServiceTexts, extra?: Extra) =>
	definePage(texts.title, `/services/${slug}`, { ...commonFields(slug, texts), ...extra } as CommonFields & Extra);

type CommonFields = ReturnType<typeof commonFields>;

function commonFields(slug: ServiceSlug, { checklist, cards, closing, ...texts }: ServiceTexts) {
	const { alt, showcaseAlt = alt, ratio, width } = servicePictures[slug];
	const [first, second, third] = cards.list;
	return {
		title: line(texts.title, { max: 40 }),
		caption: line(texts.caption, { max: 90 }),
		description: text(texts.description, { max: 200 }),
		headline: line(texts.headline, heading),
		lead: text(texts.lead, { max: 200 }),
		button: line(texts.button, button),
		picture: picture(alt, "Picture of the First Screen", { original: `band-${slug}`, ratio, width }),
		"showcase.picture": picture(showcaseAlt, "Picture on the Home Page and in Shared Links", {
			...{ original: slug, ratio: [3, 2], width: 800 },
		}),
		"checklist.label": line(checklist.label ?? "What you get", short),
		"checklist.heading": line(checklist.heading, heading),
		"checklist.items": lines(checklist.items, { max: 60 }),
		"cards.label": line(cards.label ?? "Why it works", short),
		"cards.heading": line(cards.heading, heading),
		"card_1.title": line(first[0], cardTitle),
		"card_1.text": text(first[1], cardText),
		"card_2.title": line(second[0], cardTitle),
		"card_2.text": text(second[1], cardText),
		"card_3.title": line(third[0], cardTitle),
		"card_3.text": text(third[1], cardText),
		"closing.heading": line(closing.heading, heading),
		"closing.lead": text(closing.lead, { max: 200 }),
		"closing.button": line(closing.button ?? texts.button, button),
	};
}

const photography = service(
	"photography",
	{
		title: "Photography",
		caption: "People, plates, products, and places.",
		description: "On-site and studio photography, headshots, events, products, and food, with fast turnaround.",
		headline: "Capture Your Story",
		lead: "People, plates, products, and places. We come to you, or you come to the studio.",
		button: "Book Your Session",
		checklist: {
			heading: "Seven things on the call sheet.",
			items: [
				"On-site",
				"Studio",
				"Corporate headshots",
				"Event documentation",
				"Product",
				"Commercial food",
				"Fast turnaround",
			],
		},
		cards: {
			heading: "What stays when the lights go off.",
			list: [
				["Professional Quality", "The red on your screen is the red on the poster."],
				["Flexible Locations", "Your office, our studio, or a roof with a railing."],
				["Quick Delivery", "Fast turnaround: You get the pictures while people are still talking about the event."],
			],
		},
		closing: {
			heading: "Stand still for a second.",
			lead: "We'll do the rest. Tell us when, and we'll bring the lights.",
		},
	},
	{
		"gallery.label": line("Gallery", short),
		"gallery.heading": line("Five frames, five kinds of light.", heading),
		"kinds.label": line("Six kinds", short),
		"kinds.heading": line("What we photograph.", heading),
		"kinds.names": lines(["Places", "Still lifes", "Portraits", "Reportage", "Catalogs", "Menus"], { max: 40 }),
		"kinds.texts": lines(
			[
				"Your rooms, in your light.",
				"A plain wall and one good light.",
				"A face that looks like the person.",
				"In the room, never in the way.",
				"Clean edges and true colors.",
				"Cooked for the camera.",
			],
			{ max: 120 },
		),
	},
);
/** Its checklist is the edge of a film, under no label. */
const { "checklist.label": _, ...photographyFields } = photography.fields;

/** In the order of the menus. Of a "y" no tail may touch the line below it: such a heading breaks where it has a space that keeps words together. */
export const servicePages = {
	"corporate-communications": service(
		"corporate-communications",
		{
			title: "Corporate Communications",
			caption: "One message, from the top floor to the front desk.",
			description:
				"We plan and write what your company tells its people, its partners, and its public, so that all three hear the same thing.",
			headline: "Strategic Communication Solutions",
			lead: "What the company says inside and what it says outside should be the same sentence. We write it and make sure it gets through.",
			button: "Get Started Today",
			checklist: {
				heading: "Everything between the two ends of the line.",
				items: [
					"Hybrid communication strategies",
					"Business operations assistance",
					"Service packaging consultation",
					"Contract retainer agreements",
					"Internal communication optimization",
					"Stakeholder engagement planning",
				],
			},
			cards: {
				heading: "Said once, heard everywhere.",
				list: [
					[
						"Streamlined Messaging",
						"The memo, the website, and the person on the phone stop contradicting each other.",
					],
					["Enhanced Collaboration", "Departments hear the news from each other, in time to do something about it."],
					[
						"Strategic Alignment",
						"Every message serves a goal you have named. One that serves none stays in the drawer.",
					],
				],
			},
			closing: {
				heading: "Ready to Transform Your Communications?",
				lead: "Tell us where the message gets lost. We'll start there.",
				button: "Schedule Your Consultation",
			},
		},
		{
			"steps.label": line("Three steps", short),
			"steps.heading": line("One line, from the first word to the last.", heading),
			"step_1.title": line("Assessment", cardTitle),
			"step_1.text": text(
				"We read what you send and listen to what people hear. Then we show you where the two part ways.",
				cardText,
			),
			"step_2.title": line("Strategy Development", cardTitle),
			"step_2.text": text(
				"We decide who needs to know what, from whom, and in what words. It becomes a plan your people can follow without us.",
				cardText,
			),
			"step_3.title": line("Implementation", cardTitle),
			"step_3.text": text(
				"We write, rehearse, and send it with your people, and correct course along the way.",
				cardText,
			),
		},
	),
	"brand-development": service("brand-development", {
		title: "Brand Development",
		caption: "Same company. A new look, and the habits to match.",
		description: "Rebranding inside and out: the name, the look, and the workflows that have to live up to them.",
		headline: "Transform Your Brand Identity",
		lead: "Same company. A new look, and the habits to match.",
		button: "Start Your Transformation",
		checklist: {
			heading: "A brand is how\u00a0you look and how\u00a0you work. We change both.",
			items: [
				"Internal and external rebranding",
				"Workflow creation and optimization",
				"SOPs",
				"Operations management integration",
				"Contact center coordination",
				"High-volume client solutions",
			],
		},
		cards: {
			heading: "One brand, inside and out.",
			list: [
				[
					"Brand Transformation",
					"Name, look, voice, and behavior change together, so no one has to guess which company they're dealing with.",
				],
				[
					"Operational Efficiency",
					"The new way of working is written down, step by step. It survives a vacation and a resignation.",
				],
				[
					"Strategic Integration",
					"The team that sells, the team that answers, and the team that bills speak with one voice.",
				],
			],
		},
		closing: {
			heading: "What should\u00a0your brand\u00a0be known\u00a0for?",
			lead: "Bring what you have. We'll tell you what should stay.",
		},
	}),
	"public-relations": service("public-relations", {
		title: "Public Relations",
		caption: "We find the story, then find it the right room.",
		description:
			"Campaigns from the first plan to the last interview: media relations, budget, toolkit, and a plan for the bad week.",
		headline: "Strategic PR Campaigns",
		lead: "We find the part of your story that is news, and put it in front of the people who print it.",
		button: "Launch Your Campaign",
		checklist: {
			heading: "A campaign is six jobs. We do all of them.",
			items: [
				"Campaign planning",
				"Execution",
				"Budget management",
				"Toolkit development",
				"Media relations",
				"Crisis communication planning",
			],
		},
		cards: {
			heading: "Coverage you can measure.",
			list: [
				[
					"Media Coverage",
					"We call an editor when there is news, and only then. That is why the call is worth taking.",
				],
				["Measurable Results", "Reach, quotes, calls, and sales on one page. You see what the budget did."],
				["Complete Toolkit", "Release, fact sheet, portraits, quotes, and Q&A. Ready before anyone asks."],
			],
		},
		closing: {
			heading: "The phone rings. What do you say?",
			lead: "Book a call with us, and have your answer ready before the phone rings.",
		},
	}),
	"contact-center": service(
		"contact-center",
		{
			title: "Contact Center",
			caption: "Your phone, answered by people. All day and all night.",
			description: "People who answer in your name, for every contact or only for some, 24/7.",
			headline: "24/7 Professional Support",
			lead: "Your phone, answered by people. All day and all night.",
			button: "Get 24/7 Support",
			checklist: {
				heading: "A day on your line.",
				items: [
					"24/7 availability",
					"Workflow integration",
					"Full or partial contact handling",
					"Public figure support",
					"Metrics and reporting",
					"Restaurant order-taking",
				],
			},
			cards: {
				heading: "They hear your name first.",
				list: [
					[
						"Professional Service",
						"We answer in your name, know what you sell, and spell your customers' names right.",
					],
					["24/7 Availability", "Sundays, storms, the night after the campaign. The line is open."],
					[
						"Performance Tracking",
						"We count every call and note what it was about. You read one report instead of a hundred notes.",
					],
				],
			},
			closing: {
				heading: "It is three in the morning. Who picks up?",
				lead: "We do. Book a call, and tell us what to say.",
			},
		},
		{
			"day.labels": lines(["Midnight", "6 AM", "10 AM", "1 PM", "5 PM", "7 PM"], { max: 12, label: "Hours" }),
			"day.texts": lines(
				[
					"Someone is awake. It's their job.",
					"Last night's calls are in your system before your team arrives.",
					"Every contact, or only those your own team can't take.",
					"Reporters, fans, and callers who won't give their names: Each one reaches the right person.",
					"How many people called, what they wanted, and how each call ended.",
					"We take the dinner orders. You run the kitchen.",
				],
				{ max: 140 },
			),
		},
	),
	photography: definePage(photography.label, photography.path, photographyFields),
	videography: service("videography", {
		title: "Videography",
		caption: "Script, set, camera, cut.",
		description:
			"Events, corporate video, promotional content, and special requests, shot and edited for the screen they will run on.",
		headline: "Bring Your Vision to Life",
		lead: "Script, set, camera, cut. We stay with it from the first page to the last frame.",
		button: "Start Your Project",
		checklist: {
			heading: "Six scenes, in any order.",
			items: [
				"Event videography",
				"Special request projects",
				"Editing",
				"Corporate video",
				"Promotional content",
				"Social media optimization",
			],
		},
		cards: {
			heading: "What you'll see on screen.",
			list: [
				["Professional Production", "Light, sound, and a schedule. You'll notice the third one most."],
				["Expert Editing", "We cut until only the point is left, and then two more frames."],
				["Creative Excellence", "One idea per film, so people can say afterward what it was about."],
			],
		},
		closing: {
			heading: "Quiet, please. Your scene.",
			lead: "Tell us what happens in it. We'll find the place for the camera.",
		},
	}),
	"graphic-design": service("graphic-design", {
		title: "Graphic Design",
		caption: "Type, color, and paper, in the right order.",
		description:
			"Logo and identity, print and digital design that belongs to your brand, made with you and turned around fast.",
		headline: "Creative Design Solutions",
		lead: "Type, color, and paper, arranged so that the eye knows where to go first.",
		button: "Start Your Design",
		checklist: {
			heading: "What we design.",
			items: [
				"Logo and identity",
				"Marketing collateral",
				"Print and digital",
				"Brand-consistent designs",
				"Client-consulted process",
				"Fast-turnaround projects",
			],
		},
		cards: {
			label: "How it works",
			heading: "How it gets to the printer on time.",
			list: [
				["Rapid Delivery", "Fast turnaround, because the printer has a deadline and so do you."],
				["Collaborative Process", "You see the work while it can still change, and we ask before we decide."],
				["Creative Solutions", "We begin with what the page has to do. The typeface comes second."],
			],
		},
		closing: { heading: "There is a blank page with your name on it.", lead: "Tell us what belongs there." },
	}),
};
