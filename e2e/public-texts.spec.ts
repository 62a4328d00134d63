import { services } from "#site/services/services.ts";
import { site as firm } from "#site.config.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";

const publicPaths = ["/", "/contact", "/book-call", "/blog", "/careers", "/auth", ...services.map(({ path }) => path)];

/** Each day with its own hours. */
const weekHours = /Mon–Fri\s*8 AM–5 PM\s*Sat\s*10 AM–3 PM\s*Sunday\s*closed/;

test.describe("what the first answer holds, before any script", () => {
	test.use({ javaScriptEnabled: false });

	// proves S2-frame-01
	test("header and footer stand on every page", async ({ page }) => {
		for (const path of publicPaths) {
			await page.goto(path);
			await expect(page.getByRole("banner").getByRole("navigation", { name: "Main" })).toBeVisible();
			await expect(page.getByRole("contentinfo").getByRole("link", { name: "Get Started Today" })).toBeVisible();
		}
	});

	// proves S2-nav-01
	test("the header leads everywhere, and 'Services' is no link", async ({ page }) => {
		await page.goto("/contact");
		const navigation = page.getByRole("navigation", { name: "Main" });
		const links = navigation.getByRole("link").filter({ visible: true });
		await expect(links).toHaveText(["Home", "Blog", "Careers", "Contact"]);
		for (const [index, path] of ["/", "/blog", "/careers", "/contact"].entries()) {
			await expect(links.nth(index)).toHaveAttribute("href", path);
		}
		await expect(navigation.getByRole("button", { name: "Services" })).toBeVisible();
	});

	// proves S2-footer-01, S2-footer-04, D-firm-03
	test("the footer describes the firm, has five quick links, and shows networks without a target as icons", async ({
		page,
	}) => {
		await page.goto("/contact");
		const footer = page.getByRole("contentinfo");
		await expect(footer.getByText(firm.description)).toBeVisible();
		await expect(footer.getByRole("list", { name: "Quick links" }).getByRole("listitem")).toHaveText([
			"Home",
			"Blog",
			"Contact",
			"Book a Call",
			"Careers",
		]);
		const networks = footer.getByRole("list").filter({ has: page.getByRole("link", { name: "Facebook" }) });
		await expect(networks.getByRole("listitem")).toHaveCount(4);
		await expect(networks.getByRole("link")).toHaveCount(2);
		await expect(page.locator("a[href='']")).toHaveCount(0);
	});

	// proves S2-home-09
	test("the home page closes with ways to a call and to a message", async ({ page }) => {
		await page.goto("/");
		const links = page.getByRole("main").getByRole("link");
		await expect(links.nth(-2)).toHaveAttribute("href", "/book-call");
		await expect(links.last()).toHaveAttribute("href", "/contact");
	});

	// proves S2-contact-01, S2-contact-02, S2-contact-03, S2-contact-04, S2-contact-05, S9-promise-01, S9-hours-01
	// proves S9-contact-01
	test("the contact page has its banner and its form, and cards with hours, phone, email and location", async ({
		page,
	}) => {
		await page.goto("/contact");
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Get in Touch");
		const form = page.getByRole("main").locator("section", { has: page.getByRole("heading", { level: 2 }) });
		await expect(form.getByRole("heading", { level: 2 })).toHaveText("Send us a Message");
		await expect(form.getByRole("textbox")).toHaveCount(7);
		await expect(form.getByRole("button", { name: "Send Message", exact: true })).toBeEnabled();
		const card = (title: string) =>
			page
				.getByRole("main")
				.getByRole("listitem")
				.filter({ has: page.getByRole("heading", { name: title, exact: true }) });
		await expect(card("Business hours")).toContainText(weekHours);
		await expect(card("Phone").getByRole("link", { name: firm.phone })).toHaveAttribute("href", "tel:+15550100142");
		await expect(card("Email").getByRole("link", { name: firm.email })).toHaveAttribute("href", `mailto:${firm.email}`);
		await expect(card("Email").getByText("We respond within 24 hours", { exact: true })).toBeVisible();
		await expect(
			card("Location").getByText("Virtual and in-person consultations available", { exact: true }),
		).toBeVisible();
	});

	// proves S5-contact-01, S5-contact-02, D-forms-01
	test("the contact form marks what it needs, and types email and phone", async ({ page }) => {
		await page.goto("/contact");
		for (const label of ["First Name", "Last Name", "Email", "Message"]) {
			await expect(page.getByLabel(label)).toHaveAttribute("required", "");
			await expect(page.locator("label").filter({ hasText: label })).toHaveText(`${label} *`);
		}
		for (const label of ["Phone", "Company", "Subject"]) {
			await expect(page.getByLabel(label)).not.toHaveAttribute("required");
			await expect(page.locator("label").filter({ hasText: label })).toHaveText(label);
		}
		await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
		await expect(page.getByLabel("Phone")).toHaveAttribute("type", "tel");
		await expect(page.locator("form")).toHaveJSProperty("noValidate", true);
	});

	// proves S2-call-01, S2-call-02, S2-call-03, S2-call-04, S9-promise-02
	test("the call page says what to expect, when the firm is open and how soon it answers", async ({ page }) => {
		await page.goto("/book-call");
		await expect(page.getByRole("main").getByRole("textbox", { name: "Project Description" })).toBeVisible();
		const panel = page.getByRole("complementary", { name: "What to Expect" });
		await expect(panel.getByRole("heading", { level: 3 })).toHaveText([
			"30-45 minute consultation",
			"Strategic insights",
			"Custom proposal",
			"Business hours",
		]);
		await expect(panel).toContainText(weekHours);
		await expect(panel).toContainText(
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
	for (const { title, description, path } of services) {
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
