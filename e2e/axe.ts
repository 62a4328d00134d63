import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What is on screen, when it has stopped moving, breaks no rule of WCAG 2.2 AA that a machine can check. */
export async function expectAccessible(page: Page, only?: "color-contrast"): Promise<void> {
	await page.evaluate(() => {
		// A toast waits while the window is not in use: otherwise it may fade away under the check.
		window.dispatchEvent(new Event("blur"));
		// An animation that is called off is over, too.
		return Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
	});
	// Without frames there are no parts to put together: a page of its own for that takes twice the time.
	const builder = new AxeBuilder({ page })
		.setLegacyMode(page.frames().length === 1)
		// What has passed would be described as well, which takes a quarter of the time.
		.options({ resultTypes: ["violations"] });
	const chosen = only
		? builder.withRules(only)
		: builder.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
	const { violations } = await chosen.analyze();
	await page.evaluate(() => window.dispatchEvent(new Event("focus")));
	expect(
		violations.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`).join(" ")}`,
		),
	).toEqual([]);
}
