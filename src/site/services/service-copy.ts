import type { GlyphName } from "#site/glyphs.tsx";
import type { ServiceSlug } from "./services.ts";

type Card = { glyph: GlyphName; title: string; text: string };

/** The text that every service page has. Text for a single page is in that page's own file. */
export type ServiceCopy = {
	headline: string;
	lead: string;
	/**
	 * The button of the first screen and, unless `closing` names another, of the closing call. It links to /book-call.
	 */
	button: string;
	checklist: { heading: string; items: readonly string[] };
	benefits: { heading: string; cards: readonly [Card, Card, Card] };
	closing: { heading: string; lead: string; button?: string };
};

export const serviceCopy = {
	"corporate-communications": {
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
		benefits: {
			heading: "Said once, heard everywhere.",
			cards: [
				{
					glyph: "stack",
					title: "Streamlined Messaging",
					text: "The memo, the website, and the person on the phone stop contradicting each other.",
				},
				{
					glyph: "exchange",
					title: "Enhanced Collaboration",
					text: "Departments hear the news from each other, in time to do something about it.",
				},
				{
					glyph: "align",
					title: "Strategic Alignment",
					text: "Every message serves a goal you have named. One that serves none stays in the drawer.",
				},
			],
		},
		closing: {
			heading: "Ready to Transform Your Communications?",
			lead: "Tell us where the message gets lost. We'll start there.",
			button: "Schedule Your Consultation",
		},
	},
	"brand-development": {
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
		benefits: {
			heading: "One brand, inside and out.",
			cards: [
				{
					glyph: "mark",
					title: "Brand Transformation",
					text: "Name, look, voice, and behavior change together, so no one has to guess which company they're dealing with.",
				},
				{
					glyph: "pinwheel",
					title: "Operational Efficiency",
					text: "The new way of working is written down, step by step. It survives a vacation and a resignation.",
				},
				{
					glyph: "dovetail",
					title: "Strategic Integration",
					text: "The team that sells, the team that answers, and the team that bills speak with one voice.",
				},
			],
		},
		closing: {
			// Breaks so that no tail of a y runs into a letter below it; so does the heading above.
			heading: "What should\u00a0your brand\u00a0be known\u00a0for?",
			lead: "Bring what you have. We'll tell you what should stay.",
		},
	},
	"public-relations": {
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
		benefits: {
			heading: "Coverage you can measure.",
			cards: [
				{
					glyph: "halves",
					title: "Media Coverage",
					text: "We call an editor when there is news, and only then. That is why the call is worth taking.",
				},
				{
					glyph: "rise",
					title: "Measurable Results",
					text: "Reach, quotes, calls, and sales on one page. You see what the budget did.",
				},
				{
					glyph: "stack",
					title: "Complete Toolkit",
					text: "Release, fact sheet, portraits, quotes, and Q&A. Ready before anyone asks.",
				},
			],
		},
		closing: {
			heading: "The phone rings. What do you say?",
			lead: "Book a call with us, and have your answer ready before the phone rings.",
		},
	},
	"contact-center": {
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
		benefits: {
			heading: "They hear your name first.",
			cards: [
				{
					glyph: "headset",
					title: "Professional Service",
					text: "We answer in your name, know what you sell, and spell your customers' names right.",
				},
				{
					glyph: "clock",
					title: "24/7 Availability",
					text: "Sundays, storms, the night after the campaign. The line is open.",
				},
				{
					glyph: "gauge",
					title: "Performance Tracking",
					text: "We count every call and note what it was about. You read one report instead of a hundred notes.",
				},
			],
		},
		closing: {
			heading: "It is three in the morning. Who picks up?",
			lead: "We do. Book a call, and tell us what to say.",
		},
	},
	photography: {
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
		benefits: {
			heading: "What stays when the lights go off.",
			cards: [
				{
					glyph: "lens",
					title: "Professional Quality",
					text: "The red on your screen is the red on the poster.",
				},
				{
					glyph: "dome",
					title: "Flexible Locations",
					text: "Your office, our studio, or a roof with a railing.",
				},
				{
					glyph: "dash",
					title: "Quick Delivery",
					text: "Fast turnaround: You get the pictures while people are still talking about the event.",
				},
			],
		},
		closing: {
			heading: "Stand still for a second.",
			lead: "We'll do the rest. Tell us when, and we'll bring the lights.",
		},
	},
	videography: {
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
		benefits: {
			heading: "What you'll see on screen.",
			cards: [
				{
					glyph: "clapper",
					title: "Professional Production",
					text: "Light, sound, and a schedule. You'll notice the third one most.",
				},
				{
					glyph: "cut",
					title: "Expert Editing",
					text: "We cut until only the point is left, and then two more frames.",
				},
				{
					glyph: "rays",
					title: "Creative Excellence",
					text: "One idea per film, so people can say afterward what it was about.",
				},
			],
		},
		closing: {
			heading: "Quiet, please. Your scene.",
			lead: "Tell us what happens in it. We'll find the place for the camera.",
		},
	},
	"graphic-design": {
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
		benefits: {
			heading: "How it gets to the printer on time.",
			cards: [
				{
					glyph: "dash",
					title: "Rapid Delivery",
					text: "Fast turnaround, because the printer has a deadline and so do you.",
				},
				{
					glyph: "together",
					title: "Collaborative Process",
					text: "You see the work while it can still change, and we ask before we decide.",
				},
				{
					glyph: "tiles",
					title: "Creative Solutions",
					text: "We begin with what the page has to do. The typeface comes second.",
				},
			],
		},
		closing: {
			heading: "There is a blank page with your name on it.",
			lead: "Tell us what belongs there.",
		},
	},
} as const satisfies Record<ServiceSlug, ServiceCopy>;
