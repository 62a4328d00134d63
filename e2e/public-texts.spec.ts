import "#site/content/content.server.ts";
import { services } from "#site/content/content.tsx";
import { firmDefaults as firm } from "#site.config.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { attributeOf, fieldOf, nameOf, partOf, partsOf, readPage, targetsOf, textOf, textsOf } from "./markup.ts";

const publicPaths = [
	"/",
	"/contact",
	"/book-call",
	"/blog",
	"/careers",
	"/auth",
	...services().map(({ path }) => path),
];

/** Each day with its own hours. */
const weekHours = /Mon–Fri\s*8 AM–5 PM\s*Sat\s*10 AM–3 PM\s*Sunday\s*closed/;

test.describe("what the first answer holds, before any script", () => {
	// proves S2-frame-01
	test("header and footer stand on every page", async ({ request }) => {
		for (const path of publicPaths) {
			const page = await readPage(request, path);
			const [header] = partsOf(page, "header");
			expect(header && partsOf(header, "nav").map(nameOf)).toContain("Main");
			expect(targetsOf(partOf(page, "footer"), "Get Started Today")).toEqual(["/book-call"]);
		}
	});

	// proves S2-nav-01
	test("the header leads everywhere, and 'Services' is no link", async ({ request }) => {
		const page = await readPage(request, "/contact");
		const navigation = partOf(page, "nav", (part) => nameOf(part) === "Main");
		const links = partsOf(navigation, "a").filter((link) => !attributeOf(link, "href")?.startsWith("/services/"));
		expect(links.map((link) => [textOf(link), attributeOf(link, "href")])).toEqual([
			["Home", "/"],
			["Blog", "/blog"],
			["Careers", "/careers"],
			["Contact", "/contact"],
		]);
		expect(textsOf(navigation, "button")).toEqual(["Services"]);
	});

	// proves S2-footer-01, S2-footer-04, D-firm-03
	test("the footer describes the firm, has five quick links, and shows networks without a target as icons", async ({
		request,
	}) => {
		const page = await readPage(request, "/contact");
		const footer = partOf(page, "footer");
		expect(textsOf(footer, "p")).toContain(firm.description);
		const title = partOf(footer, "h2", (part) => textOf(part) === "Quick links");
		const quick = partOf(footer, "ul", (part) => attributeOf(part, "aria-labelledby") === attributeOf(title, "id"));
		expect(textsOf(quick, "li")).toEqual(["Home", "Blog", "Contact", "Book a Call", "Careers"]);
		const networks = partOf(footer, "ul", (part) => targetsOf(part, "Facebook").length > 0);
		expect(partsOf(networks, "li")).toHaveLength(4);
		expect(partsOf(networks, "svg")).toHaveLength(4);
		expect(partsOf(networks, "a")).toHaveLength(2);
		expect(partsOf(page, "a").filter((link) => !attributeOf(link, "href"))).toEqual([]);
	});

	// proves S2-home-09
	test("the home page closes with ways to a call and to a message", async ({ request }) => {
		const links = partsOf(partOf(await readPage(request, "/"), "main"), "a");
		expect(links.slice(-2).map((link) => attributeOf(link, "href"))).toEqual(["/book-call", "/contact"]);
	});

	// proves S2-home-02, S2-home-03, S2-home-08
	test("the home page states the mission's three pillars and leads on", async ({ request }) => {
		const main = partOf(await readPage(request, "/"), "main");
		expect(textsOf(main, "h3")).toEqual(["Strategic Growth", "Client-Focused", "Excellence"]);
		expect(targetsOf(main, "Explore Services")).toEqual(["/contact"]);
		expect(targetsOf(main, "Book a Strategy Call")).toEqual(["/book-call", "/book-call"]);
	});

	// proves S2-contact-01, S2-contact-02, S2-contact-03, S2-contact-04, S2-contact-05, S9-promise-01, S9-hours-01
	// proves S9-contact-01
	test("the contact page has its banner and its form, and cards with hours, phone, email and location", async ({
		request,
	}) => {
		const main = partOf(await readPage(request, "/contact"), "main");
		expect(textsOf(main, "h1")).toEqual(["Get in Touch"]);
		expect(textsOf(main, "h2")).toEqual(["Send us a Message"]);
		const form = partOf(main, "form");
		const labels = textsOf(form, "label").map((text) => text.replace(" *", ""));
		expect(labels.slice(1)).toEqual(["First Name", "Last Name", "Email", "Phone", "Company", "Subject", "Message"]);
		expect(textsOf(form, "button")).toEqual(["Send Message"]);
		expect(attributeOf(partOf(form, "button"), "disabled")).toBeUndefined();
		const card = (title: string) => partOf(main, "li", (part) => textsOf(part, "h3").includes(title));
		expect(textOf(card("Business hours"))).toMatch(weekHours);
		expect(targetsOf(card("Phone"), firm.phone)).toEqual(["tel:+15550100142"]);
		expect(targetsOf(card("Email"), firm.email)).toEqual([`mailto:${firm.email}`]);
		expect(textsOf(card("Email"), "p")).toEqual(["We respond within 24 hours"]);
		expect(textsOf(card("Location"), "p")).toEqual(["Virtual and in-person consultations available"]);
	});

	// proves S5-contact-01, S5-contact-02, D-forms-01
	test("the contact form marks what it needs, and types email and phone", async ({ request }) => {
		const form = partOf(partOf(await readPage(request, "/contact"), "main"), "form");
		for (const label of ["First Name", "Last Name", "Email", "Message"]) {
			const { field, shown } = fieldOf(form, label);
			expect([shown, attributeOf(field, "required")]).toEqual([`${label} *`, ""]);
		}
		for (const label of ["Phone", "Company", "Subject"]) {
			const { field, shown } = fieldOf(form, label);
			expect([shown, attributeOf(field, "required")]).toEqual([label, undefined]);
		}
		expect(attributeOf(fieldOf(form, "Email").field, "type")).toBe("email");
		expect(attributeOf(fieldOf(form, "Phone").field, "type")).toBe("tel");
		expect(attributeOf(form, "novalidate")).toBe("");
	});

	// proves S2-call-01, S2-call-02, S2-call-03, S2-call-04, S9-promise-02
	test("the call page says what to expect, when the firm is open and how soon it answers", async ({ request }) => {
		const main = partOf(await readPage(request, "/book-call"), "main");
		expect(fieldOf(main, "Project Description").field.name).toBe("textarea");
		const panel = partOf(main, "aside");
		expect(textsOf(panel, "h2")).toEqual(["What to Expect"]);
		expect(textsOf(panel, "h3")).toEqual([
			"30-45 minute consultation",
			"Strategic insights",
			"Custom proposal",
			"Business hours",
		]);
		expect(textOf(panel)).toMatch(weekHours);
		expect(textOf(panel)).toMatch(
			/5\s*minutes or less: That's how long you'll wait for a response during business hours/,
		);
	});

	// proves D-firm-05
	test("the public pages promise no time but the specified ones", async ({ request }) => {
		const span = /\b(?:\d+|one|two|three|four|five|ten)(?:(?:-| to )\d+)?[ -](?:minute|hour|day|week)s?\b/gi;
		const promised = new Set<string>();
		for (const path of publicPaths) {
			const html = (await (await request.get(path)).text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "");
			const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
			const text = `${description} ${html.replaceAll(/<[^>]+>/g, " ")}`.replaceAll(/\s+/g, " ");
			for (const [match] of text.matchAll(span)) promised.add(match);
		}
		expect([...promised].sort()).toEqual(["24 hours", "30 to 45 minutes", "30-45 minute", "5 minutes"]);
	});
});

// proves S2-home-05
test("each service of the showcase has its title, description, picture and link", async ({ page }) => {
	await page.goto("/", { waitUntil: "networkidle" });
	const showcase = page.getByRole("group", { name: "Our seven services" });
	for (const { title, description, path } of services()) {
		await showcase.getByRole("button", { name: title, exact: true }).click();
		await expect(showcase.getByRole("link", { name: title })).toHaveAttribute("href", path);
		await expect(showcase.getByText(description)).toBeVisible();
		await expect(showcase.getByRole("img")).toHaveCount(1);
	}
});

// proves S7-analytics-01, S7-analytics-02
test("page views and read posts are only noted in the console", async ({ page, request, site }) => {
	const { slug } = await savePost(site, request, { title: `Noted ${process.pid}`, publish: true });
	const noted: string[] = [];
	const sent: string[] = [];
	page.on("console", (message) => message.type() === "info" && noted.push(message.text()));
	page.on("request", (call) => call.method() !== "GET" && sent.push(call.url()));
	const expectView = (path: string) => expect.poll(() => noted).toContain(`page_view {path: ${path}}`);
	await page.goto("/", { waitUntil: "networkidle" });
	await expectView("/");
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).click();
	await expectView("/contact");
	await page.goto(`/blog/${slug}`);
	await expectView(`/blog/${slug}`);
	await expect.poll(() => noted).toContainEqual(expect.stringMatching(/^blog_read .*Noted/));
	expect(sent).toEqual([]);
});

// proves S9-offset-01
test("the main content begins 80 pixels below the top, under the header", async ({ page }) => {
	await page.goto("/contact");
	await expect(page.getByRole("main")).toHaveCSS("padding-top", "80px");
});

// proves D-firm-04
test("nothing comes from another host", async ({ page, site }) => {
	const hosts = new Set<string>();
	page.on("request", (call) => hosts.add(new URL(call.url()).origin));
	for (const path of ["/", "/contact", "/services/photography", "/blog", "/careers"]) {
		await page.goto(path, { waitUntil: "networkidle" });
	}
	expect([...hosts]).toEqual([site.url]);
});
