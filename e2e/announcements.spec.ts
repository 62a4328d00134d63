import type { Page } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { addOverHttp, bookingsPath, openDesk, openLiveDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// What a screen reader reads out without being asked: text that comes into a live region which was there before it.
// A region that comes together with its text is mostly not read, an alert always is.

/** What was announced on the page so far, in order; what cut off everything else that was being read is marked. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		const regions = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";
		const waiting = new Set<Element>();
		const spoken: string[] = [];
		Object.assign(window, { spoken });
		/** Neither left out of the page nor hidden by a dialog around something else. */
		const isAnnounced = (region: Element) => region.checkVisibility() && !region.closest("[aria-hidden=true], [inert]");
		function hear(node: Node): void {
			const region = (node instanceof Element ? node : node.parentElement)?.closest(regions);
			if (!region || !isAnnounced(region)) return;
			const mark = region.matches("[aria-live=assertive]") ? " (at once)" : "";
			const text = region.textContent && region.textContent.trim() + mark;
			if (text && text !== spoken.at(-1) && (waiting.has(region) || region.matches("[role=alert]"))) spoken.push(text);
		}
		new MutationObserver((changes) => {
			for (const { type, target, addedNodes } of changes) {
				if (type === "characterData") hear(target);
				else for (const node of addedNodes) hear(node);
			}
			waiting.clear();
			for (const region of document.querySelectorAll(regions)) if (isAnnounced(region)) waiting.add(region);
		}).observe(document, { subtree: true, childList: true, characterData: true });
	});
	return () =>
		page.evaluate(() => ("spoken" in window && Array.isArray(window.spoken) ? window.spoken.map(String) : []));
}

test("what a form lacks is announced, and what became of it", async ({ page }) => {
	const announced = await listen(page);
	await page.goto("/contact", { waitUntil: "networkidle" });
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect.poll(announced).toContainEqual(expect.stringContaining("Please fill in all required fields."));
	// The first of them is read out by the focus, with what is wrong.
	await expect(page.getByLabel("First Name")).toBeFocused();
	await expect(page.getByLabel("First Name")).toHaveAccessibleDescription("Please enter your first name.");
	for (const label of ["First Name", "Last Name", "Message"]) await page.getByLabel(label).fill("Ada");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect.poll(announced).toContainEqual(expect.stringContaining("Message Sent!"));
});

test("what the newsletter box answers is announced", async ({ page }) => {
	const announced = await listen(page);
	await page.goto("/blog", { waitUntil: "networkidle" });
	await page.getByLabel("Email address").fill("ada@example.com");
	await page.getByRole("button", { name: "Subscribe" }).click();
	await expect.poll(announced).toContainEqual(expect.stringContaining("save your address"));
});

test.describe("at the sign-in", () => {
	test.use({ expectedErrors: /400/ });

	test("a refusal is announced, and that a link was sent", async ({ page }) => {
		const announced = await listen(page);
		await page.goto("/auth");
		await page.getByLabel("Email").fill("nobody@example.com");
		await page.getByLabel("Password").fill("not this one");
		await page.getByRole("button", { name: "Sign In", exact: true }).click();
		await expect.poll(announced).toContainEqual("Invalid login credentials");
		await page.goto("/auth?view=forgot-password");
		await page.getByLabel("Email").fill("nobody@example.com");
		await page.getByRole("button", { name: "Send Link" }).click();
		await expect.poll(announced).toContainEqual(expect.stringContaining("is on its way"));
	});
});

test("a search in a list announces how many it has found, once the typing pauses", async ({ page, site }) => {
	const name = uniqueName("Announced");
	await addOverHttp(site, "bookings", buildBooking({ name }), buildBooking({ name, status: "closed" }));
	const announced = await listen(page);
	await page.clock.install();
	await openDesk(page, bookingsPath);
	await expect(rowOf(page, name)).toHaveCount(2);
	// Typed without a pause, however slow the machine is.
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByRole("searchbox").pressSequentially(name);
	await page.clock.resume();
	await expect.poll(announced).toContainEqual("2 found");
	await page.getByRole("search").getByRole("combobox", { name: "Status" }).selectOption("Closed");
	await expect.poll(announced).toContainEqual("1 found");
	await page.getByRole("searchbox").fill("nothing like it");
	await expect.poll(announced).toContainEqual("No bookings found");
	const counts = (await announced()).filter((text) => text.endsWith(" found"));
	expect(counts).toEqual(["2 found", "1 found", "No bookings found"]);
});

test("a booking that comes in waits to be announced, a status that was changed does not", async ({ page, site }) => {
	const name = uniqueName("Live");
	const announced = await listen(page);
	await openLiveDesk(page, bookingsPath);
	await expect(page.getByRole("heading", { name: "Consultation Bookings" })).toBeVisible();
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await expect
		.poll(announced)
		.toContainEqual(expect.stringMatching(new RegExp(`New consultation request from ${name}(?!.*at once)`)));
	await rowOf(page, name).getByRole("combobox").selectOption("Resolved");
	await expect.poll(announced).toContainEqual(expect.stringMatching(/status changed to Resolved.*\(at once\)$/));
});

test("what a dialog lacks is announced over it", async ({ page }) => {
	const announced = await listen(page);
	await openDesk(page, bookingsPath);
	await page.getByRole("button", { name: "Add Booking" }).click();
	const dialog = page.getByRole("dialog", { name: "Add Booking" });
	await dialog.getByRole("button", { name: "Add Booking" }).click();
	await expect(toast(page, "Missing Information")).toBeVisible();
	await expect.poll(announced).toContainEqual(expect.stringContaining("Please fill in name, email, and service type."));
});

test.describe("while the connection is lost", () => {
	test.use({ expectedErrors: /./, savesData: false });

	test("a list announces that it reconnects", async ({ page, context }) => {
		const announced = await listen(page);
		await openDesk(page, bookingsPath);
		await expect(page.getByRole("heading", { name: "Consultation Bookings" })).toBeVisible();
		await page.reload();
		await expect(page.getByRole("heading", { name: "Consultation Bookings" })).toBeVisible();
		await context.setOffline(true);
		await expect.poll(announced, { timeout: 20_000 }).toContainEqual("Reconnecting...");
	});

	test("another screen opens all the same, and says what is missing", async ({ page, context }) => {
		await openDesk(page, bookingsPath);
		await expect(page.locator("link[rel=modulepreload][href*='/users-screen']")).toBeAttached();
		await page.waitForFunction(() => {
			const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
			return [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].every(({ href }) =>
				loaded.has(href),
			);
		});
		await context.setOffline(true);
		await page.getByRole("link", { name: "Users" }).click();
		await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
		await expect(page.getByText("The list couldn't be loaded. Check your connection and try again.")).toBeVisible();
	});
});

test("the search over everything announces what it has found", async ({ page, site }) => {
	const name = uniqueName("Palette");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	const announced = await listen(page);
	await openDesk(page, bookingsPath);
	await expect(rowOf(page, name)).toBeVisible();
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("combobox", { name: "Find or go to" }).fill(name);
	await expect.poll(announced).toContainEqual("1 result");
	await page.getByRole("combobox", { name: "Find or go to" }).fill("nothing like it at all");
	await expect.poll(announced).toContainEqual("No results");
});
