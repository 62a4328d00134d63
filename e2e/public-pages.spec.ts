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
		heading: "Start with a call.",
		words: ["What to Expect", "30-45 minute consultation", "Strategic insights", "Custom proposal"],
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

/** What of markup can be read. */
const wordsOf = (html: string) =>
	html
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();

for (const { path, heading, words } of pages) {
	// proves S2-routes-01, S2-routes-02, S2-routes-08, S2-routes-09, S6-roles-01, D-pages-13
	test(`${path} is complete before any script runs`, async ({ request, site }) => {
		const html = await (await request.get(path)).text();
		const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll("&#x27;", "'");
		expect(text).toMatch(/<title>[^<]+ \| Pilcrow Communications<\/title>/);
		expect(text).toMatch(/<meta name="description" content="[^"]{50,}"/);
		expect(text).toContain(`<link rel="canonical" href="${site.url}${path === "/" ? "/" : path}"`);
		const [, sharingPicture = ""] = text.match(/<meta property="og:image" content="([^"]+)"/) ?? [];
		expect((await request.get(sharingPicture)).headers()["content-type"]).toMatch(/^image\//);
		const titles = [...text.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, title = ""]) => wordsOf(title));
		expect(titles).toEqual([expect.stringContaining(heading)]);
		const read = wordsOf(text);
		for (const word of words) expect(read).toContain(word);
	});
}

// proves S2-photo-05
test("the photographs open enlarged, step by key and give the focus back", async ({ page }) => {
	await page.goto("/services/photography");
	const pictures = page.getByRole("link", { name: /^Enlarge: / });
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
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(pictures.first()).toBeFocused();
});
