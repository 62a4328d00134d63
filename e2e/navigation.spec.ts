import { expect, test } from "./fixtures.ts";
import { attributeOf, nameOf, partOf, partsOf, readPage, targetsOf, textsOf } from "./markup.ts";

const servicePaths = {
	"Corporate Communications": "/services/corporate-communications",
	"Brand Development": "/services/brand-development",
	"Public Relations": "/services/public-relations",
	"Contact Center": "/services/contact-center",
	Photography: "/services/photography",
	Videography: "/services/videography",
	"Graphic Design": "/services/graphic-design",
};

test.describe("on a wide screen", () => {
	// proves S2-nav-04
	test("the services open by click and by keyboard, and close on Escape, outside and on choice", async ({ page }) => {
		await page.goto("/contact");
		const toggle = page.getByRole("button", { name: "Services" });
		const list = page.getByRole("navigation", { name: "Main" }).getByRole("list");
		await toggle.focus();
		await page.keyboard.press("Enter");
		await expect(toggle).toHaveAttribute("aria-expanded", "true");
		for (const [name, path] of Object.entries(servicePaths)) {
			await expect(list.getByRole("link", { name })).toHaveAttribute("href", path);
		}
		await page.keyboard.press("Tab");
		await expect(list.getByRole("link").first()).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(toggle).toHaveAttribute("aria-expanded", "false");
		await expect(toggle).toBeFocused();
		// Arrows open the list too, and go around its ends.
		for (const [key, place] of [
			["ArrowDown", 0],
			["ArrowDown", 1],
			["ArrowUp", 0],
			["ArrowUp", 6],
			["ArrowDown", 0],
		] as const) {
			await page.keyboard.press(key);
			await expect(list.getByRole("link").nth(place)).toBeFocused();
		}
		await page.keyboard.press("Escape");
		await expect(toggle).toBeFocused();
		await toggle.click();
		await expect(list).toBeVisible();
		await page.getByRole("heading", { level: 1 }).click();
		await expect(list).toBeHidden();
		await toggle.click();
		await list.getByRole("link", { name: "Videography" }).click();
		await expect(page).toHaveURL("/services/videography");
		await expect(list).toBeHidden();
	});

	test("the services open under the mouse and close when it leaves", async ({ page }) => {
		await page.goto("/contact");
		const list = page.getByRole("navigation", { name: "Main" }).getByRole("list");
		const button = page.getByRole("button", { name: "Services" });
		await button.hover();
		await expect(list).toBeVisible();
		// Under its button.
		const [above, below] = [await button.boundingBox(), await list.boundingBox()];
		expect(Math.abs((above?.x ?? 0) - (below?.x ?? 0))).toBeLessThan(24);
		expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(12);
		await page.mouse.move(10, 700);
		await expect(list).toBeHidden();
	});
});

// proves S2-nav-05
test("marks the current page: home only exactly, others with what lies below them", async ({ request }) => {
	for (const [path, current] of [
		["/", "Home"],
		["/contact", "Contact"],
		["/services/photography", "Services"],
	] as const) {
		const header = partOf(await readPage(request, path), "header");
		const navigation = partOf(header, "nav", (part) => nameOf(part) === "Main");
		const listed = partsOf(partOf(navigation, "ul"), "a");
		const shown = [...partsOf(navigation, "a"), ...partsOf(navigation, "button")].filter(
			(part) => !listed.includes(part),
		);
		const marked = shown.filter((part) => attributeOf(part, "aria-current"));
		expect([path, marked.map(nameOf)]).toEqual([path, [current]]);
	}
});

// proves S2-nav-02, S2-nav-03
test("leads to the call booking and, by the key, to the sign-in", async ({ request }) => {
	const header = partOf(await readPage(request, "/"), "header");
	expect(new Set(targetsOf(header, "Book a Call"))).toEqual(new Set(["/book-call"]));
	expect(new Set(targetsOf(header, "Admin Login"))).toEqual(new Set(["/auth"]));
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

	// proves S2-nav-06
	test("the menu shows phone, every link and the admin login, and closes on choice", async ({ page }) => {
		await page.goto("/");
		await page.getByRole("button", { name: "Open menu" }).tap();
		const menu = page.getByRole("navigation", { name: "Menu" });
		for (const name of [
			"Home",
			...Object.keys(servicePaths),
			"Blog",
			"Careers",
			"Contact",
			"Book a Call",
			"Admin Login",
		]) {
			await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
		}
		await expect(menu.getByRole("link", { name: "(555) 010-0142" })).toHaveAttribute("href", "tel:+15550100142");
		await expect(page.getByRole("button", { name: "Close menu" })).toHaveAttribute("aria-expanded", "true");
		await menu.getByRole("link", { name: "Contact", exact: true }).tap();
		await expect(page).toHaveURL("/contact");
		await expect(menu).toBeHidden();
		await expect(page.getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
	});

	test("down a page, the way on stays within reach, and never over a form", async ({ page }) => {
		await page.goto("/services/photography", { waitUntil: "networkidle" });
		const call = page.getByRole("link", { name: "Call", exact: true });
		const menu = page.getByRole("button", { name: "Open menu" });
		const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
		await expect(call).toBeHidden();
		await scrollTo(2000);
		await expect(call).toBeInViewport();
		await expect(call).toHaveAttribute("href", "tel:+15550100142");
		await expect(menu).not.toBeInViewport();
		await scrollTo(1800);
		await expect(menu).toBeInViewport();
		await scrollTo(1900);
		await expect(menu).not.toBeInViewport();
		await scrollTo(0);
		await expect(call).toBeHidden();

		await page.goto("/contact", { waitUntil: "networkidle" });
		await page.getByRole("button", { name: "Send Message" }).scrollIntoViewIfNeeded();
		await expect(call).toBeHidden();
		await scrollTo(9999);
		await expect(call).toBeInViewport();
	});

	test("no key reaches the page behind the menu; Escape closes it and gives the focus back", async ({ page }) => {
		await page.goto("/");
		const toggle = page.getByRole("button", { name: "Open menu" });
		await toggle.tap();
		await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
		await expect(page.locator("#page")).toHaveJSProperty("inert", true);
		await page.keyboard.press("Escape");
		await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden();
		await expect(page.locator("#page")).toHaveJSProperty("inert", false);
		await expect(toggle).toBeFocused();
	});

	test("no page is wider than the screen", async ({ page }) => {
		for (const path of ["/", "/contact", "/book-call", ...Object.values(servicePaths)]) {
			await page.goto(path);
			const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(overflow, path).toBeLessThanOrEqual(0);
		}
	});
});

// proves S2-footer-02, S2-footer-03, S2-footer-04, S2-footer-05, S2-footer-06, S3-hours-01, S9-hours-01
// proves S9-contact-01, D-firm-02, D-firm-03
test("the footer holds what the firm wants found", async ({ request }) => {
	const footer = partOf(await readPage(request, "/"), "footer");
	for (const [name, path] of Object.entries({
		...servicePaths,
		Home: "/",
		Blog: "/blog",
		Contact: "/contact",
		"Book a Call": "/book-call",
		Careers: "/careers",
		"Get Started Today": "/book-call",
		"(555) 010-0142": "tel:+15550100142",
		"hello@pilcrow.example": "mailto:hello@pilcrow.example",
	})) {
		expect([name, targetsOf(footer, name)]).toEqual([name, [path]]);
	}
	expect(textsOf(footer, "li")).toEqual(
		expect.arrayContaining(["Mon–Fri 8 AM–5 PM", "Sat 10 AM–3 PM", "Sunday closed"]),
	);
	for (const network of ["Facebook", "Instagram"]) {
		expect(targetsOf(footer, network)).toEqual([expect.stringMatching(/^https:/)]);
	}
	for (const network of ["LinkedIn", "Twitter"]) expect(targetsOf(footer, network)).toEqual([]);
});

// proves S2-frame-03
test("a followed link begins at the top of its page, and going back returns to where one was", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Get in Touch" })).toBeVisible();
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	// Pressed before the scripts have come, the link has loaded a page, and going back loads another.
	await expect(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)).toPass();
});

test.describe("at an unknown address", () => {
	test.use({ expectedErrors: /404/ });

	// proves S2-routes-10, S2-404-01, S2-404-02, S8-404-01, D-pages-02, D-pages-05
	test("says 404 to people, browsers and both logs, and leads home", async ({ page, site }) => {
		const logged = page.waitForEvent("console", (message) => message.text().includes("404: nothing at /no/such/page"));
		const answer = await page.goto("/no/such/page");
		expect(answer?.status()).toBe(404);
		await logged;
		await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
		await expect(page.getByText("Oops! Page not found")).toBeVisible();
		await expect.poll(() => site.log()).toContain("/no/such/page");
		await page.getByRole("link", { name: "Return to Home" }).click();
		await expect(page).toHaveURL("/");
	});

	// proves D-pages-01
	test("/services alone is one of them", async ({ request }) => {
		expect((await request.get("/services")).status()).toBe(404);
	});
});
