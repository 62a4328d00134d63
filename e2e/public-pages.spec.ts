import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures.ts";

/** Every public page with its first heading and some of its words. */
const pages: { path: string; heading: string; words: string[] }[] = [
	{ path: "/", heading: "Everything Communications", words: ["Strategic Growth", "Book a Strategy Call"] },
	{
		path: "/contact",
		heading: "Get in Touch",
		words: [
			"Send us a Message",
			"We respond within 24 hours",
			"Virtual and in-person consultations available",
			"Mon–Fri",
		],
	},
	{
		path: "/book-call",
		heading: "",
		words: ["What to Expect", "30-45 minute consultation", "trategic insights", "ustom proposal", "5"],
	},
	{
		path: "/services/corporate-communications",
		heading: "Strategic Communication Solutions",
		words: [
			"Streamlined Messaging",
			"Enhanced Collaboration",
			"Strategic Alignment",
			"Assessment",
			"Strategy Development",
			"Implementation",
			"Ready to Transform Your Communications?",
			"Schedule Your Consultation",
			"Get Started Today",
		],
	},
	{
		path: "/services/brand-development",
		heading: "Transform Your Brand Identity",
		words: ["Brand Transformation", "Operational Efficiency", "Strategic Integration", "Start Your Transformation"],
	},
	{
		path: "/services/public-relations",
		heading: "Strategic PR Campaigns",
		words: ["Media Coverage", "Measurable Results", "Complete Toolkit", "Launch Your Campaign"],
	},
	{
		path: "/services/contact-center",
		heading: "24/7 Professional Support",
		words: ["Professional Service", "24/7 Availability", "Performance Tracking", "Get 24/7 Support"],
	},
	{
		path: "/services/photography",
		heading: "Capture Your Story",
		words: ["Professional Quality", "Flexible Locations", "Quick Delivery", "Book Your Session"],
	},
	{
		path: "/services/videography",
		heading: "Bring Your Vision to Life",
		words: ["Professional Production", "Expert Editing", "Creative Excellence", "Start Your Project"],
	},
	{
		path: "/services/graphic-design",
		heading: "Creative Design Solutions",
		words: ["Rapid Delivery", "Collaborative Process", "Creative Solutions", "Start Your Design"],
	},
];

for (const { path, heading, words } of pages) {
	// proves S2-routes-01, S2-routes-02, S2-routes-08, S2-routes-09, S2-contact-01, S2-contact-02, S2-corporate-01
	// proves S2-corporate-03, S2-corporate-04, S2-brand-01, S2-brand-03, S2-pr-01, S2-pr-03, S2-center-01
	// proves S2-center-03, S2-photo-01, S2-photo-03, S2-video-01, S2-video-03, S2-design-01, S2-design-03
	// proves S2-call-01, S2-call-02, S6-roles-01, D-pages-13
	test(`${path} is complete before any script runs`, async ({ request, site }) => {
		const html = await (await request.get(path)).text();
		const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll("&#x27;", "'");
		expect(text).toMatch(/<title>[^<]+ \| Pilcrow Communications<\/title>/);
		expect(text).toMatch(/<meta name="description" content="[^"]{50,}"/);
		expect(text).toContain(`<link rel="canonical" href="${site.url}${path === "/" ? "/" : path}"`);
		const [, sharingPicture = ""] = text.match(/<meta property="og:image" content="([^"]+)"/) ?? [];
		expect((await request.get(sharingPicture)).headers()["content-type"]).toMatch(/^image\//);
		expect(text.match(/<h1/g)).toHaveLength(1);
		const read = text.replaceAll(/<[^>]+>|\s/g, "");
		for (const word of [heading, ...words]) expect(read).toContain(word.replaceAll(/\s/g, ""));
	});

	test(`${path} hydrates without a complaint and is accessible`, async ({ page }) => {
		await page.goto(path, { waitUntil: "networkidle" });
		const { violations } = await new AxeBuilder({ page }).analyze();
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
	});
}

// proves S2-photo-05
test("the photographs open enlarged, step by key and give the focus back", async ({ page }) => {
	await page.goto("/services/photography");
	const pictures = page.getByRole("button", { name: /^Enlarge: / });
	await expect(pictures).toHaveCount(5);
	await pictures.first().click();
	const dialog = page.getByRole("dialog");
	const shown = dialog.getByRole("img");
	await expect(shown).toBeVisible();
	const first = await shown.getAttribute("alt");
	await page.keyboard.press("ArrowRight");
	await expect(shown).not.toHaveAttribute("alt", first ?? "");
	await page.keyboard.press("ArrowLeft");
	await expect(shown).toHaveAttribute("alt", first ?? "");
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(violations).toEqual([]);
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(pictures.first()).toBeFocused();
});
