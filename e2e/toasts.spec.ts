import type { Page } from "@playwright/test";
import { toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { routeSubmission } from "./submissions.ts";

/** Provokes the toast that something is missing. */
async function openToast(page: Page) {
	await page.goto("/contact", { waitUntil: "networkidle" });
	return sendNothing(page);
}

async function sendNothing(page: Page) {
	await page.getByRole("button", { name: "Send Message" }).click();
	const shown = toast(page, "Missing Information");
	await expect(shown).toBeVisible();
	return shown;
}

async function fillContactForm(page: Page) {
	for (const [label, text] of [
		["First Name", "Ada"],
		["Last Name", "Byron"],
		["Email", "ada@example.com"],
		["Message", "Hello"],
	] as const) {
		await page.getByLabel(label).fill(text);
	}
}

// proves S9-toast-01
test("a toast goes after 5 seconds", async ({ page }) => {
	await page.clock.install();
	await page.goto("/contact", { waitUntil: "networkidle" });
	await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
	const shown = await sendNothing(page);
	await page.clock.runFor(4100);
	// One that goes is visible a little longer, while it fades.
	await expect(shown).toHaveAttribute("data-state", "open");
	await page.clock.runFor(900);
	await expect(shown).toBeHidden();
});

// proves S9-toast-02
test("a swipe of more than 50 pixels dismisses a toast, a shorter one does not", async ({ page }) => {
	const shown = await openToast(page);
	const box = await shown.boundingBox();
	const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 12];
	const swipe = async (distance: number) => {
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + distance / 2, y, { steps: 4 });
		await page.mouse.move(x + distance, y, { steps: 4 });
		await page.mouse.up();
	};
	await swipe(45);
	await expect(shown).toHaveAttribute("data-swipe", "cancel");
	await expect(shown).toBeVisible();
	await swipe(60);
	// The pointer over it stops its clock, so that nothing but the swipe has ended it.
	await expect(shown).toBeHidden();
});

// proves S4-toast-01
test("toasts come one at a time, the newest in place of the one before", async ({ page }) => {
	const first = await openToast(page);
	await fillContactForm(page);
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect(toast(page, "Message Sent!")).toBeVisible();
	await expect(first).toHaveCount(0);
	await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toHaveCount(1);
});

// proves S2-frame-02
test("a toast stays when another page opens, unless it is about a form left behind", async ({ page }) => {
	const follow = async (name: string, heading: string) => {
		await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
		await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
	};
	const problem = await openToast(page);
	await follow("Careers", "Work on the sentence people remember.");
	await expect(problem).toBeHidden();
	await follow("Contact", "Get in Touch");
	await fillContactForm(page);
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect(toast(page, "Message Sent!")).toBeVisible();
	await follow("Blog", "Insights & Expertise");
	await expect(toast(page, "Message Sent!")).toBeVisible();
	await expect(problem).toBeHidden();
});

test.describe("when something fails", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-all-01
	test("a failure is logged in the console and shown in the colour of errors", async ({ page }) => {
		await openToast(page);
		const logged = page.waitForEvent("console", (message) => message.text().startsWith("the form was not sent:"));
		await routeSubmission(page, "/contact", (route) => route.abort());
		for (const label of ["First Name", "Last Name", "Message"]) await page.getByLabel(label).fill("Ada");
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByRole("button", { name: "Send Message" }).click();
		await logged;
		const title = toast(page, "Submission Error").getByText("Submission Error");
		const red = await page.evaluate(() => {
			const probe = document.body.appendChild(document.createElement("i"));
			probe.style.color = "var(--status-red)";
			return getComputedStyle(probe).color;
		});
		await expect(title).toHaveCSS("color", red);
	});
});
