import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { publicPages } from "./public-scenes.ts";
import { addressOf } from "./scene.ts";
import { test } from "./scene-test.ts";
import { routeSubmission } from "./submissions.ts";

// What axe can't see: the keyboard's way, the reader's own colors and sizes, and how the site behaves when the network does not.

type Stop = { name: string; outlined: boolean; visible: boolean; y: number };

/** Tabs through the page until the focus leaves it. */
async function tabThrough(page: Page, most: number): Promise<Stop[]> {
	const stops: Stop[] = [];
	for (let press = 0; press < most; press++) {
		await page.keyboard.press("Tab");
		const stop = await page.evaluate(() => {
			const focused = document.activeElement;
			if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
			// Some are outlined by the box around them: a file's drop area, the editor with its toolbar.
			const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement].filter((box) => !!box);
			const shown = focused.matches("[type=file]") ? (focused.parentElement ?? focused) : focused;
			// The calendar's button within a date field is the browser's own, and so is its ring.
			const ownRing = focused.matches("[type=date], [type=datetime-local], [type=time]");
			const outlined =
				ownRing ||
				boxes.some((box) => {
					const { outlineStyle, outlineWidth } = getComputedStyle(box);
					return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
				});
			const box = shown.getBoundingClientRect();
			return {
				name: (focused.getAttribute("aria-label") ?? focused.textContent ?? focused.id).trim().slice(0, 40),
				outlined,
				visible: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.height > 0,
				y: box.top + scrollY,
			};
		});
		if (!stop) break;
		stops.push(stop);
	}
	return stops;
}

test.describe("by keyboard", () => {
	for (const path of ["/", "/contact", "/book-call", "/careers", "/blog", "/services/photography"]) {
		const tag = path === "/contact" ? [] : "@long";
		test(`${path}: every stop is in sight and outlined, from top to bottom`, { tag }, async ({ page, data: _ }) => {
			await page.goto(path, { waitUntil: "networkidle" });
			const stops = await tabThrough(page, 80);
			expect(stops[0]?.name).toBe("Skip to content");
			expect(stops.length).toBeGreaterThan(20);
			expect(stops.filter(({ outlined, visible }) => !outlined || !visible)).toEqual([]);
			const main = stops.findIndex(({ name }) => name === "Admin Login") + 1;
			const jumpsUp = stops.slice(main).filter(({ y }, index, rest) => y < (rest[index - 1]?.y ?? 0) - 700);
			expect(jumpsUp).toEqual([]);
		});
	}

	test.describe("in the back office", () => {
		test.use({ storageState: ({ session }, use) => use(session) });
		for (const path of ["/admin/bookings", "/admin/invoices/new", "/admin/blogs/new"]) {
			const tag = path === "/admin/bookings" ? [] : "@long";
			test(`${path}: every stop is in sight and outlined`, { tag }, async ({ page, data: _ }) => {
				await page.goto(path);
				await page.getByRole("heading", { level: 1 }).waitFor();
				await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
				const stops = await tabThrough(page, 60);
				expect(stops.length).toBeGreaterThan(20);
				expect(stops.filter(({ outlined, visible }) => !outlined || !visible)).toEqual([]);
			});
		}
	});
});

test("with the reader's own colours the primary button keeps an edge and the current page a mark", async ({ page }) => {
	await page.emulateMedia({ forcedColors: "active" });
	await page.goto("/contact");
	await expect(page.getByRole("link", { name: "Book a Call" }).first()).toHaveCSS("outline-style", "solid");
	const current = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" });
	await expect(current).toHaveCSS("outline-style", "solid");
});

test.describe("for a reader who prefers less motion", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	test("nothing moves on its own", async ({ page }) => {
		await page.goto("/", { waitUntil: "networkidle" });
		const moving = await page.evaluate(
			() =>
				document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 10)
					.length,
		);
		expect(moving).toBe(0);
	});
});

for (const scene of publicPages) {
	test(`${scene.name} holds text of twice the size`, { tag: "@long" }, async ({ page, data }) => {
		await page.goto(addressOf(scene, data));
		await scene.prepare?.(page);
		await page.evaluate(() => {
			document.documentElement.style.fontSize = "200%";
		});
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(overflow).toBeLessThanOrEqual(0);
	});
}

test("on a telephone a dialog of a public page is a sheet from below, as the stylesheet says that comes later", async ({
	page,
}) => {
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto("/careers");
	await page.getByRole("button", { name: "Send Your Resume" }).click();
	const bottom = () => page.getByRole("dialog").evaluate((dialog) => dialog.getBoundingClientRect().bottom);
	await expect.poll(bottom).toBe(800);
});

test("the forms say to the browser what it may fill in", async ({ page, data }) => {
	const expected = {
		"First Name": "given-name",
		"Last Name": "family-name",
		Email: "email",
		Phone: "tel",
	};
	for (const path of ["/contact", "/book-call", data.jobPath]) {
		await page.goto(path);
		for (const [label, value] of Object.entries(expected)) {
			await expect(page.getByLabel(label).first()).toHaveAttribute("autocomplete", value);
		}
	}
});

test("an incomplete form ties each error to its field and sums them up beside the button", async ({ page }) => {
	await page.goto("/contact", { waitUntil: "networkidle" });
	await page.getByRole("button", { name: "Send Message" }).click();
	// For those who do not see it: the toast is spoken.
	await expect(page.getByRole("status").filter({ hasText: "Missing Information" }).first()).toBeAttached();
	const summary = page.getByRole("group", { name: "Fields to check" });
	await expect(summary.getByRole("button")).toHaveText(["First Name", "Last Name", "Email", "Message"]);
	await expect(page.getByLabel("First Name")).toBeFocused();
	for (const name of ["First Name", "Last Name", "Email", "Message"]) {
		await expect(page.getByLabel(name)).toHaveAttribute("aria-invalid", "true");
		await expect(page.getByLabel(name)).toHaveAccessibleDescription(`Please enter your ${name.toLowerCase()}.`);
	}
	await summary.getByRole("button", { name: "Message" }).click();
	await expect(page.getByLabel("Message")).toBeFocused();
	await page.getByLabel("Message").fill("Half an idea.");
	await expect(summary.getByRole("button")).toHaveText(["First Name", "Last Name", "Email"]);
	// A wrong value is said when its field is left, a right one as soon as it is right.
	const email = page.getByLabel("Email");
	await email.fill("kay@");
	await expect(email).not.toHaveAttribute("aria-invalid");
	await email.press("Tab");
	await expect(email).toHaveAccessibleDescription("Please enter an email address like name@company.com.");
	await email.fill("kay@company.com");
	await expect(email).not.toHaveAttribute("aria-invalid");
});

test("a button that is pressed before the page's script is there does its work when it is", async ({
	context,
	data,
}) => {
	// A page of its own: the tests' page waits for the script.
	const page = await context.newPage();
	let arrive = () => {};
	const arrived = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	await page.route("**/assets/entry.public-*.js", async (route) => {
		await arrived;
		await route.continue();
	});
	const asked = page.waitForRequest("**/assets/entry.public-*.js");
	await page.goto(data.articlePath, { waitUntil: "commit" });
	await page.getByRole("button", { name: "Copy link" }).click();
	await asked;
	await expect(page.getByText(/Link Copied!|Copy This Link/)).toBeHidden();
	arrive();
	await expect(page.getByText(/Link Copied!|Copy This Link/).first()).toBeVisible();
});

test.describe("without a connection", () => {
	test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

	test("a form keeps what was typed", async ({ page, context, data: _ }) => {
		await page.goto("/contact", { waitUntil: "networkidle" });
		// The last that a form fetches when it is touched.
		const touched = page.waitForEvent("requestfinished", (request) => request.url().includes("/toaster-"));
		await page.getByLabel("First Name").fill("Ada");
		await page.getByLabel("Last Name").fill("Byron");
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByLabel("Message").fill("Half an idea.");
		await touched;
		await context.setOffline(true);
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(page.getByText("Submission Error").first()).toBeVisible();
		await expect(page.getByLabel("Message")).toHaveValue("Half an idea.");
		await context.setOffline(false);
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(page.getByText("Message Sent!").first()).toBeVisible();
	});
});

test("a slow answer is waited for once, however often the button is pressed", async ({ page }) => {
	await page.goto("/contact", { waitUntil: "networkidle" });
	let sent = 0;
	let answer = () => {};
	const released = new Promise<void>((release) => {
		answer = release;
	});
	await routeSubmission(page, "/contact", async (route) => {
		sent += 1;
		await released;
		await route.continue();
	});
	await page.getByLabel("First Name").fill("Ada");
	await page.getByLabel("Last Name").fill("Byron");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByLabel("Message").fill("Once.");
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect(page.getByRole("button", { name: "Sending Message..." })).toBeDisabled();
	await page.getByLabel("Message").press("Enter");
	await page.getByLabel("Email").press("Enter");
	answer();
	await expect(page.getByText("Message Sent!").first()).toBeVisible();
	expect(sent).toBe(1);
});

test("on paper a page is dark words on white, without navigation, footer and closing call", async ({ page, data }) => {
	await page.emulateMedia({ media: "print" });
	await page.goto("/services/contact-center");
	await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
	await expect(page.getByRole("contentinfo")).toBeHidden();
	await expect(page.getByRole("heading", { name: "It is three in the morning. Who picks up?" })).toBeHidden();
	const colours = () =>
		page.getByRole("main").evaluate((main) => {
			const texts = [...main.querySelectorAll("h1, h2, h3, p, li")].filter((text) => text.checkVisibility());
			return [...new Set(texts.map((text) => getComputedStyle(text).color))];
		});
	expect(await colours()).toEqual(["rgb(0, 0, 0)"]);
	await page.goto(data.articlePath);
	expect(await colours()).toEqual(["rgb(0, 0, 0)"]);
	await expect(page.getByRole("list", { name: "Share" })).toBeHidden();
});
