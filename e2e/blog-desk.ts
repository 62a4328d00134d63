import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { openDesk } from "./desk.ts";
import { expect } from "./fixtures.ts";

let count = 0;
/** A title that no other test has. */
export const buildTitle = (words: string) => `${words} ${process.pid} ${++count}`;

export const titleField = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
export const contentField = (page: Page) => page.getByRole("textbox", { name: "Content" });
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** The text hears of a selection with the next frame. */
export const textFollows = (page: Page): Promise<unknown> =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

export async function openBlogDesk(page: Page, path: string): Promise<void> {
	await openDesk(page, path);
	await expect(page.getByRole("heading", { level: 1, name: /Post/ })).toBeVisible();
}

export const picture = (name: string) =>
	sharp({ create: { width: 60, height: 40, channels: 3, background: "#f04e23" } })
		.png()
		.toBuffer()
		.then((buffer) => ({ name, mimeType: "image/png", buffer }));

/**
 * Holds requests of a method back until the returned function is called. To be called before the page is opened: on a busy
 * machine Chromium begins to intercept only after the next request, though it has said that it does.
 */
export async function holdRequests(page: Page, method: string, url: string | RegExp): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(url, async (route) => {
		if (route.request().method() !== method) return route.fallback();
		await promise;
		await route.continue();
	});
	return resolve;
}
