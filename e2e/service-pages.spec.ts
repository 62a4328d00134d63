import "#site/content/content.server.ts";
import type { APIRequestContext } from "@playwright/test";
import { serviceCopy } from "#site/services/service-copy.ts";
import type { ServiceSlug } from "#site/services/services.ts";
import { expect, test } from "./fixtures.ts";
import { attributeOf, partOf, partsOf, readPage, targetsOf, textsOf } from "./markup.ts";

type ServicePage = { slug: ServiceSlug; badge: string; headline: string; cards: string[]; button: string };

/** What every page of a service has (specification 2), in its place, before any script. */
async function expectServicePage(
	request: APIRequestContext,
	{ slug, badge, headline, cards, button }: ServicePage,
): Promise<void> {
	const main = partOf(await readPage(request, `/services/${slug}`), "main");
	const { lead, checklist } = serviceCopy(slug);
	expect(textsOf(main, "h1")).toEqual([headline]);
	expect(textsOf(main, "p")).toEqual(expect.arrayContaining([badge, lead]));
	const picture = await request.get(attributeOf(partsOf(main, "img")[0], "src") ?? "");
	expect(picture.headers()["content-type"]).toBe("image/jpeg");
	expect(textsOf(main, "li")).toEqual(
		expect.arrayContaining(checklist.items.map((item) => expect.stringContaining(item))),
	);
	expect(textsOf(main, "h3").filter((title) => cards.includes(title))).toEqual(cards);
	expect(new Set(targetsOf(main, button))).toEqual(new Set(["/book-call"]));
}

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-corporate-01, S2-corporate-02, S2-corporate-03, S2-corporate-06
test("Corporate Communications: badge, headline, subline, picture, checklist, three cards and its button", ({
	request,
}) =>
	expectServicePage(request, {
		slug: "corporate-communications",
		badge: "Corporate Communications",
		headline: "Strategic Communication Solutions",
		cards: ["Streamlined Messaging", "Enhanced Collaboration", "Strategic Alignment"],
		button: "Get Started Today",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-brand-01, S2-brand-02, S2-brand-03, S2-brand-04
test("Brand Development: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "brand-development",
		badge: "Brand Development",
		headline: "Transform Your Brand Identity",
		cards: ["Brand Transformation", "Operational Efficiency", "Strategic Integration"],
		button: "Start Your Transformation",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-pr-01, S2-pr-02, S2-pr-03, S2-pr-04
test("Public Relations: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "public-relations",
		badge: "Public Relations",
		headline: "Strategic PR Campaigns",
		cards: ["Media Coverage", "Measurable Results", "Complete Toolkit"],
		button: "Launch Your Campaign",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-center-01, S2-center-02, S2-center-03, S2-center-04
test("Contact Center: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "contact-center",
		badge: "Contact Center",
		headline: "24/7 Professional Support",
		cards: ["Professional Service", "24/7 Availability", "Performance Tracking"],
		button: "Get 24/7 Support",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-photo-01, S2-photo-02, S2-photo-03, S2-photo-07
test("Photography: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "photography",
		badge: "Photography",
		headline: "Capture Your Story",
		cards: ["Professional Quality", "Flexible Locations", "Quick Delivery"],
		button: "Book Your Session",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-video-01, S2-video-02, S2-video-03, S2-video-04
test("Videography: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "videography",
		badge: "Videography",
		headline: "Bring Your Vision to Life",
		cards: ["Professional Production", "Expert Editing", "Creative Excellence"],
		button: "Start Your Project",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-design-01, S2-design-02, S2-design-03, S2-design-04
test("Graphic Design: badge, headline, subline, picture, checklist, three cards and its button", ({ request }) =>
	expectServicePage(request, {
		slug: "graphic-design",
		badge: "Graphic Design",
		headline: "Creative Design Solutions",
		cards: ["Rapid Delivery", "Collaborative Process", "Creative Solutions"],
		button: "Start Your Design",
	}));

// proves S2-corporate-04, S2-corporate-05, D-pages-12
test("corporate communications explains three steps and closes with an invitation", async ({ request }) => {
	const main = partOf(await readPage(request, "/services/corporate-communications"), "main");
	const steps = partOf(main, "ol", (list) => textsOf(list, "h3").includes("Assessment"));
	expect(textsOf(steps, "h3")).toEqual(["Assessment", "Strategy Development", "Implementation"]);
	expect(textsOf(main, "h2")).toContain("Ready to Transform Your Communications?");
	expect(targetsOf(main, "Schedule Your Consultation")).toEqual(["/book-call"]);
});

// proves S2-photo-04, S2-photo-06
test("the gallery shows one large picture above four in a row, and the page lists six kinds", async ({ page }) => {
	await page.goto("/services/photography");
	const gallery = page.getByRole("link", { name: /^Enlarge: / });
	await expect(gallery).toHaveCount(5);
	const frames = await Promise.all((await gallery.all()).map((frame) => frame.boundingBox()));
	const [large, ...row] = frames;
	expect(row).toHaveLength(4);
	expect(new Set(row.map((frame) => frame?.y)).size).toBe(1);
	expect(row[0]?.y).toBeGreaterThan((large?.y ?? 0) + (large?.height ?? 0));
	expect(large?.width).toBeGreaterThan(3 * (row[0]?.width ?? 0));
	const kinds = page.getByRole("list").filter({ has: page.getByRole("heading", { name: "Portraits" }) });
	await expect(kinds.getByRole("heading")).toHaveText([
		"Places",
		"Still lifes",
		"Portraits",
		"Reportage",
		"Catalogs",
		"Menus",
	]);
});
