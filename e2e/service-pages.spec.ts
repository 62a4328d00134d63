import type { Page } from "@playwright/test";
import { serviceCopy } from "#site/services/service-copy.ts";
import { expect, test } from "./fixtures.ts";

// Almost all of it stands in the first answer, before any script.
test.use({ javaScriptEnabled: false });

type ServicePage = { slug: keyof typeof serviceCopy; badge: string; headline: string; cards: string[]; button: string };

/** What every page of a service has (specification 2), in its place. */
async function expectServicePage(page: Page, { slug, badge, headline, cards, button }: ServicePage): Promise<void> {
	await page.goto(`/services/${slug}`);
	const main = page.getByRole("main");
	const { lead, checklist } = serviceCopy[slug];
	await expect(main.getByRole("heading", { level: 1 })).toHaveText(headline);
	await expect(main.getByRole("paragraph").filter({ hasText: badge }).first()).toHaveText(badge);
	await expect(main.getByText(lead)).toBeVisible();
	await expect(main.getByRole("img").first()).toBeVisible();
	const items = main.getByRole("listitem");
	for (const item of checklist.items) await expect(items.filter({ hasText: item }).first()).toBeVisible();
	const titles = await main.getByRole("heading", { level: 3 }).allTextContents();
	expect(titles.filter((title) => cards.includes(title))).toEqual(cards);
	const calls = main.getByRole("link", { name: button, exact: true });
	await expect(calls.first()).toBeVisible();
	for (const call of await calls.all()) await expect(call).toHaveAttribute("href", "/book-call");
}

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-corporate-01, S2-corporate-02, S2-corporate-03, S2-corporate-06
test("Corporate Communications: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "corporate-communications",
		badge: "Corporate Communications",
		headline: "Strategic Communication Solutions",
		cards: ["Streamlined Messaging", "Enhanced Collaboration", "Strategic Alignment"],
		button: "Get Started Today",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-brand-01, S2-brand-02, S2-brand-03, S2-brand-04
test("Brand Development: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "brand-development",
		badge: "Brand Development",
		headline: "Transform Your Brand Identity",
		cards: ["Brand Transformation", "Operational Efficiency", "Strategic Integration"],
		button: "Start Your Transformation",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-pr-01, S2-pr-02, S2-pr-03, S2-pr-04
test("Public Relations: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "public-relations",
		badge: "Public Relations",
		headline: "Strategic PR Campaigns",
		cards: ["Media Coverage", "Measurable Results", "Complete Toolkit"],
		button: "Launch Your Campaign",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-center-01, S2-center-02, S2-center-03, S2-center-04
test("Contact Center: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "contact-center",
		badge: "Contact Center",
		headline: "24/7 Professional Support",
		cards: ["Professional Service", "24/7 Availability", "Performance Tracking"],
		button: "Get 24/7 Support",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-photo-01, S2-photo-02, S2-photo-03, S2-photo-07
test("Photography: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "photography",
		badge: "Photography",
		headline: "Capture Your Story",
		cards: ["Professional Quality", "Flexible Locations", "Quick Delivery"],
		button: "Book Your Session",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-video-01, S2-video-02, S2-video-03, S2-video-04
test("Videography: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "videography",
		badge: "Videography",
		headline: "Bring Your Vision to Life",
		cards: ["Professional Production", "Expert Editing", "Creative Excellence"],
		button: "Start Your Project",
	}));

// proves S2-service-01, S2-service-02, S2-service-03, S2-service-04, S2-service-05
// proves S2-design-01, S2-design-02, S2-design-03, S2-design-04
test("Graphic Design: badge, headline, subline, picture, checklist, three cards and its button", ({ page }) =>
	expectServicePage(page, {
		slug: "graphic-design",
		badge: "Graphic Design",
		headline: "Creative Design Solutions",
		cards: ["Rapid Delivery", "Collaborative Process", "Creative Solutions"],
		button: "Start Your Design",
	}));

// proves S2-corporate-04, S2-corporate-05, D-pages-12
test("corporate communications explains three steps and closes with an invitation", async ({ page }) => {
	await page.goto("/services/corporate-communications");
	const main = page.getByRole("main");
	const steps = main.getByRole("list").filter({ has: page.getByRole("heading", { name: "Assessment" }) });
	await expect(steps.getByRole("heading")).toHaveText(["Assessment", "Strategy Development", "Implementation"]);
	await expect(main.getByRole("heading", { name: "Ready to Transform Your Communications?" })).toBeVisible();
	await expect(main.getByRole("link", { name: "Schedule Your Consultation" })).toHaveAttribute("href", "/book-call");
});

test.describe("with scripts", () => {
	test.use({ javaScriptEnabled: true });

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
});
