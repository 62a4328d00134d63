import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Presses Tab until the element has the focus, as someone without a mouse does. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
	await element.waitFor();
	for (let presses = 0; presses < 60; presses += 1) {
		if (await element.evaluate((node) => node === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	await expect(element, "Tab does not lead there").toBeFocused();
}

export async function pressWithKeyboard(page: Page, button: Locator): Promise<void> {
	await tabTo(page, button);
	await page.keyboard.press("Enter");
}
