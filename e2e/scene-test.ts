import type { BrowserContextOptions } from "@playwright/test";
import { openDesk } from "./desk.ts";
import { test as base } from "./fixtures.ts";
import { fillSite, type SceneData } from "./scene-data.ts";

/**
 * Tests of scenes: `data` fills the worker's site when a test first asks for it, so those of an empty site come first;
 * `session` is an admin's, to be used as `storageState`.
 */
export const test = base.extend<object, { data: SceneData; session: BrowserContextOptions["storageState"] }>({
	data: [({ site }, use) => fillSite(site).then(use), { scope: "worker", timeout: 90_000 }],
	session: [
		async ({ browser, site }, use) => {
			const context = await browser.newContext({ baseURL: site.url });
			const page = await context.newPage();
			await openDesk(page, "/admin/mail");
			await page.getByRole("heading", { name: "Outgoing Mail" }).waitFor();
			const session = await context.storageState();
			await context.close();
			await use(session);
		},
		{ scope: "worker", timeout: 60_000 },
	],
});
