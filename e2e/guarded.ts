import type { Page } from "@playwright/test";

/** The page's own script has begun: from now on strings may become markup, through its guard. */
export async function whenGuarded(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const types: unknown = Reflect.get(window, "trustedTypes");
		return types instanceof Object && Reflect.get(types, "defaultPolicy") !== null;
	});
}
