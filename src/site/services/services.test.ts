import { expect, test } from "vitest";
import { serviceCopy } from "./service-copy.ts";
import { servicePaths } from "./services.ts";

// proves S2-routes-09
test("there are seven services, each at its specified address", () => {
	expect(servicePaths).toEqual([
		"/services/corporate-communications",
		"/services/brand-development",
		"/services/public-relations",
		"/services/contact-center",
		"/services/photography",
		"/services/videography",
		"/services/graphic-design",
	]);
});

// The specification's own words, apart from the pages' copy so that an edit of one of them is noticed.
const specified = [
	{
		slug: "corporate-communications",
		headline: "Strategic Communication Solutions",
		items: [
			"hybrid communication strategies",
			"business operations assistance",
			"service packaging consultation",
			"contract retainer agreements",
			"internal communication optimization",
			"stakeholder engagement planning",
		],
		cards: ["Streamlined Messaging", "Enhanced Collaboration", "Strategic Alignment"],
		button: "Get Started Today",
	},
	{
		slug: "brand-development",
		headline: "Transform Your Brand Identity",
		items: [
			"internal and external rebranding",
			"workflow creation and optimization",
			"SOPs",
			"operations management integration",
			"contact center coordination",
			"high-volume client solutions",
		],
		cards: ["Brand Transformation", "Operational Efficiency", "Strategic Integration"],
		button: "Start Your Transformation",
	},
	{
		slug: "public-relations",
		headline: "Strategic PR Campaigns",
		items: [
			"campaign planning",
			"execution",
			"budget management",
			"toolkit development",
			"media relations",
			"crisis communication planning",
		],
		cards: ["Media Coverage", "Measurable Results", "Complete Toolkit"],
		button: "Launch Your Campaign",
	},
	{
		slug: "contact-center",
		headline: "24/7 Professional Support",
		items: [
			"full or partial contact handling",
			"public figure support",
			"workflow integration",
			"metrics and reporting",
			"24/7 availability",
			"restaurant order-taking",
		],
		cards: ["Professional Service", "24/7 Availability", "Performance Tracking"],
		button: "Get 24/7 Support",
	},
	{
		slug: "photography",
		headline: "Capture Your Story",
		items: [
			"on-site",
			"studio",
			"corporate headshots",
			"event documentation",
			"product",
			"commercial food",
			"fast turnaround",
		],
		cards: ["Professional Quality", "Flexible Locations", "Quick Delivery"],
		button: "Book Your Session",
	},
	{
		slug: "videography",
		headline: "Bring Your Vision to Life",
		items: [
			"event videography",
			"special request projects",
			"editing",
			"corporate video",
			"promotional content",
			"social media optimization",
		],
		cards: ["Professional Production", "Expert Editing", "Creative Excellence"],
		button: "Start Your Project",
	},
	{
		slug: "graphic-design",
		headline: "Creative Design Solutions",
		items: [
			"fast-turnaround projects",
			"client-consulted process",
			"brand-consistent designs",
			"print and digital",
			"marketing collateral",
			"logo and identity",
		],
		cards: ["Rapid Delivery", "Collaborative Process", "Creative Solutions"],
		button: "Start Your Design",
	},
] as const;

// proves S2-corporate-02, S2-corporate-03, S2-corporate-06, S2-brand-02, S2-brand-03, S2-pr-02, S2-pr-03
// proves S2-center-02, S2-center-03, S2-photo-02, S2-photo-03, S2-video-02, S2-video-03, S2-design-02
// proves S2-design-03, S9-promise-03
test.each(specified)("the $slug page has the specified words", ({ slug, headline, items, cards, button }) => {
	const copy = serviceCopy(slug);
	const lowerCase = (texts: readonly string[]) => texts.map((text) => text.toLowerCase()).toSorted();

	expect(copy.headline).toBe(headline);
	expect(copy.button).toBe(button);
	expect(lowerCase(copy.checklist.items)).toEqual(lowerCase(items));
	expect(copy.benefits.cards.map((card) => card.title)).toEqual(cards);
});

// proves S2-corporate-05
test("corporate communications closes with the specified question and button", () => {
	expect(serviceCopy("corporate-communications").closing).toMatchObject({
		heading: "Ready to Transform Your Communications?",
		button: "Schedule Your Consultation",
	});
});
