import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const tagLines = [
	"Everything Communications",
	"Communications and Everything in Between",
	"Communications Experts",
	"Media Experts",
	"100% Satisfaction Guaranteed",
	"Communications at Your Fingertips",
	"Communication Where It Matters",
];
const services = [
	"Corporate Communications",
	"Brand Development",
	"Public Relations",
	"Contact Center",
	"Photography",
	"Videography",
	"Graphic Design",
];

const showcase = (page: Page) => page.getByRole("group", { name: "Our seven services" });
/** A list while one caption fades into the next: compare it with a list of one. */
const shownService = (page: Page) => showcase(page).getByRole("link");

/** The showcase is awake from the moment it is in view: one that React has taken over shows the pictures of all services. */
async function showShowcase(page: Page) {
	await showcase(page).scrollIntoViewIfNeeded();
	await expect(showcase(page).locator("img")).toHaveCount(7);
}

/** Opens the home page with a clock that only the test moves, once the page's scripts run. */
async function openHome(page: Page) {
	await page.clock.install();
	await page.goto("/");
	// A clock that is only installed goes on by itself: on a slow machine further than a tag line stays.
	await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
	await page.waitForLoadState("networkidle");
	await expect(shownService(page)).toHaveText(["Corporate Communications"]);
	await page.clock.runFor(100);
}

// proves S2-home-01, S9-tags-01
test("shows the seven tag lines one after the other, 5 seconds each, and begins again", async ({ page }) => {
	await openHome(page);
	for (const line of [...tagLines, tagLines[0]]) {
		await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(line ?? "");
		await page.clock.runFor(5000);
	}
});

// proves S2-home-04, S4-showcase-01, S9-rotation-01
test("shows a service for 5 seconds and goes from the seventh to the first", async ({ page }) => {
	await openHome(page);
	await showShowcase(page);
	for (const service of [...services, services[0]]) {
		await expect(shownService(page)).toHaveText([service ?? ""]);
		// In steps, so that whoever changes more often is ahead by the fifth service.
		for (let second = 0; second < 5; second++) await page.clock.runFor(1000);
	}
});

// proves S2-home-07
test("waits while the pointer is over the showcase", async ({ page }) => {
	await openHome(page);
	await showShowcase(page);
	await showcase(page).hover();
	await page.clock.runFor(20_000);
	await expect(shownService(page)).toHaveText(["Corporate Communications"]);
	await page.getByRole("heading", { level: 1 }).hover();
	await page.clock.runFor(5000);
	await expect(shownService(page)).toHaveText(["Brand Development"]);
});

// proves D-pages-09
test("waits while the keyboard's focus is in the showcase", async ({ page }) => {
	await openHome(page);
	await page.getByRole("link", { name: "Explore Services" }).focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect(showcase(page).getByRole("button", { name: "Corporate Communications", exact: true })).toBeFocused();
	await page.clock.runFor(20_000);
	await expect(shownService(page)).toHaveText(["Corporate Communications"]);
});

// proves S2-home-06
test("selects a service by its card and by its dot", async ({ page }) => {
	await openHome(page);
	await showcase(page).getByRole("button", { name: "Photography", exact: true }).click();
	await expect(shownService(page)).toHaveText(["Photography"]);
	await showcase(page).getByRole("button", { name: "Show Graphic Design" }).click();
	await expect(shownService(page)).toHaveText(["Graphic Design"]);
	await shownService(page).click();
	await expect(page).toHaveURL("/services/graphic-design");
});

// proves D-pages-11
test("pauses each rotation by its control", async ({ page }) => {
	await openHome(page);
	await showShowcase(page);
	await page.getByRole("button", { name: "Pause the tag lines" }).click();
	await showcase(page).getByRole("button", { name: "Pause the services" }).click();
	await page.mouse.move(0, 0);
	await page.clock.runFor(20_000);
	await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName("Everything Communications");
	await expect(shownService(page)).toHaveText(["Corporate Communications"]);
	await page.getByRole("button", { name: "Play the tag lines" }).click();
});

test.describe("for a reader who prefers less motion", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	// proves D-pages-10
	test("nothing rotates", async ({ page }) => {
		await openHome(page);
		await showShowcase(page);
		await page.clock.runFor(20_000);
		await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName("Everything Communications");
		await expect(shownService(page)).toHaveText(["Corporate Communications"]);
	});
});

// proves S4-showcase-02
test("loads the pictures of all services before they are shown", async ({ page }) => {
	await page.goto("/");
	await showcase(page).scrollIntoViewIfNeeded();
	await expect
		.poll(() =>
			showcase(page)
				.locator("img")
				.evaluateAll(
					(images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
				),
		)
		.toBe(7);
});
