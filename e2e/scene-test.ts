import type { BrowserContextOptions } from "@playwright/test";
import { test as base } from "./fixtures.ts";
import { fillSite, type SceneData } from "./scene-data.ts";
import { sharedSession } from "./sessions.ts";
import { adminAccount } from "./site-server.ts";

/**
 * Tests of scenes: `data` fills the worker's site when a test first asks for it, so those of an empty site come first;
 * `session` is the admin's, to be used as `storageState`.
 */
export const test = base.extend<object, { data: SceneData; session: BrowserContextOptions["storageState"] }>({
	data: [({ site }, use) => fillSite(site).then(use), { scope: "worker", timeout: 90_000 }],
	session: [
		async ({ site }, use) => {
			const value = JSON.stringify(await sharedSession(site.url, adminAccount));
			const localStorage = [{ name: "pilcrow-session", value }];
			await use({ cookies: [], origins: [{ origin: site.url, localStorage }] });
		},
		{ scope: "worker" },
	],
});
