import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { expectAccessible } from "./axe.ts";
import { lostConnection } from "./desk.ts";
import { deskScreens, deskStates, emptyDeskScreens } from "./desk-scenes.ts";
import { expect } from "./fixtures.ts";
import { emptyPublicPages, publicPages, publicStates } from "./public-scenes.ts";
import { addressOf, type Scene } from "./scene.ts";
import { noData, type SceneData } from "./scene-data.ts";
import { test } from "./scene-test.ts";

async function open(page: Page, scene: Scene, data: SceneData): Promise<void> {
	if (scene.to) await page.setViewportSize({ width: 360, height: 740 });
	await scene.before?.(page);
	await page.goto(addressOf(scene, data), { waitUntil: "load" });
	await scene.prepare?.(page);
}

const desktop = { width: 1280, height: 800 };

/** A browser for each page would cost as much as the look at it. */
const inGroups = (scenes: Scene[]) =>
	Array.from({ length: Math.ceil(scenes.length / 7) }, (_, group) => scenes.slice(7 * group, 7 * (group + 1)));

const namesOf = (scenes: Scene[]) => scenes.map(({ name }) => name).join(", ");

async function turnDark(page: Page): Promise<void> {
	await page.emulateMedia({ colorScheme: "dark" });
	await expect(page.locator("html")).toHaveClass(/dark/);
}

/** Everything that can be pressed measures 24 px or more, links within a sentence excepted (WCAG 2.5.8). */
async function expectLargeTargets(page: Page): Promise<void> {
	const small = await page.evaluate(() =>
		[
			...document.querySelectorAll<HTMLElement>(
				"a[href], button, select, input:not([type=hidden]), summary, [role=tab]",
			),
		]
			.filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
			// The trap for programs is nothing for people.
			.filter((target) => !target.closest("[aria-hidden=true]"))
			.filter((target) => !(getComputedStyle(target).display === "inline" && target.closest("p, li li, td")))
			// A box of a table is pressed through its label.
			.map((target) => ({ target, box: (target.closest("label") ?? target).getBoundingClientRect() }))
			.filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 23.5 || box.height < 23.5))
			.map(({ target, box }) => `${target.outerHTML.slice(0, 90)} ${box.width} × ${box.height}`),
	);
	expect(small, "targets of less than 24 px").toEqual([]);
}

/** 400 % zoom of a window of 1280 × 1024 (WCAG 1.4.10). */
async function expectReflow(page: Page): Promise<void> {
	await page.setViewportSize({ width: 320, height: 256 });
	await expectNoSidewaysScrolling(page);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
	const overflow = () =>
		page.evaluate(() => {
			const { clientWidth, scrollWidth } = document.documentElement;
			if (scrollWidth <= clientWidth) return [];
			return [...document.querySelectorAll("main *, header *, footer *")]
				.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
				.slice(-5)
				.map((element) => element.outerHTML.slice(0, 100));
		});
	await expect.poll(overflow).toEqual([]);
}

test.describe("a site where nothing has happened yet", () => {
	for (const scene of emptyPublicPages) {
		test(`${scene.name} is accessible`, { tag: "@long" }, async ({ page }) => {
			await open(page, scene, noData);
			await expectAccessible(page);
		});
	}

	test.describe("as staff see it", () => {
		test.use({ storageState: ({ session }, use) => use(session) });
		for (const scene of emptyDeskScreens) {
			test(`${scene.name} is accessible, light and dark`, { tag: "@long" }, async ({ page }) => {
				await open(page, scene, noData);
				await expectAccessible(page);
				await turnDark(page);
				await expectAccessible(page, "color-contrast");
			});
		}
	});
});

test.describe("public pages", () => {
	for (const scenes of inGroups(publicPages)) {
		test(`${namesOf(scenes)}: each hydrates without a complaint, is accessible, has large targets and fits 400 %`, async ({
			page,
			data,
		}) => {
			test.setTimeout(60_000);
			for (const scene of scenes) {
				await test.step(scene.name, async () => {
					await page.setViewportSize(desktop);
					await open(page, scene, data);
					await expectAccessible(page);
					await expectLargeTargets(page);
					await expectReflow(page);
				});
			}
		});
	}
});

test.describe("public states", () => {
	test.use({
		expectedErrors: /40[04]|Failed to load resource|net::ERR_|form was not sent|newer invitation|isn.t valid/,
	});
	for (const scene of publicStates) {
		const tag = scene.ownPage ? [] : "@long";
		test(`${scene.name} is accessible, has large targets and fits 400 %`, { tag }, async ({ page, data }) => {
			await open(page, scene, data);
			await expectAccessible(page);
			await expectLargeTargets(page);
			await expectReflow(page);
		});
	}
});

test("what the firm mails is accessible, light and dark, and fits 400 %", async ({ page, request, ownSite }) => {
	const site = await ownSite({ STAFF_EMAIL: "desk@pilcrow.example" });
	const form = { firstName: "Ada", lastName: "Byron", email: "letter@example.com", message: "Half an idea." };
	await request.post(`${site.url}/contact`, { form });
	const letters = async () => {
		const mails = await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)));
		return mails.map(({ html = "" }) => html);
	};
	// To the sender and to the staff, which has facts, a quotation and a button.
	await expect.poll(async () => (await letters()).length).toBe(2);
	for (const letter of await letters()) {
		await page.setContent(letter);
		await expectAccessible(page);
		await page.emulateMedia({ colorScheme: "dark" });
		await expectAccessible(page, "color-contrast");
		await page.emulateMedia({ colorScheme: "light" });
		await expectReflow(page);
	}
});

test.describe("the back office", () => {
	test.use({
		storageState: ({ session }, use) => use(session),
		expectedErrors: new RegExp(`40[49]|This email doesn't exist|Someone else|${lostConnection.source}`),
	});
	for (const scenes of inGroups(deskScreens)) {
		test(`${namesOf(scenes)}: each is accessible and has large targets`, async ({ page, data }) => {
			test.setTimeout(60_000);
			for (const scene of scenes) {
				await test.step(scene.name, async () => {
					await open(page, scene, data);
					await expectAccessible(page);
					await expectLargeTargets(page);
				});
			}
		});
	}

	for (const scene of deskScreens) {
		test(`${scene.name} is accessible when it is dark`, { tag: "@long" }, async ({ page, data }) => {
			await open(page, scene, data);
			await turnDark(page);
			await expectAccessible(page, "color-contrast");
		});
	}

	for (const scene of deskStates) {
		test(`${scene.name} is accessible, light and dark, and has large targets`, { tag: "@long" }, async ({
			page,
			data,
		}) => {
			await open(page, scene, data);
			await expectAccessible(page);
			await turnDark(page);
			await expectAccessible(page, "color-contrast");
			await expectLargeTargets(page);
		});
	}
});
