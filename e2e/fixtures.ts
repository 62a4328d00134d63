import { test as base, expect } from "@playwright/test";
import { newStorage } from "./shared-services.ts";
import { prepared, type SiteServer, startSite } from "./site-server.ts";

export type SiteOptions = {
	/** Where the workers' sites keep their files. */
	storage: "disk" | "s3";
};

/**
 * `site` is a running server, one per worker; `ownSite` starts one for the test. Every page fails its test when the browser's console shows an error, a
 * hydration warning or a policy violation; a test that provokes one says so with `expectedErrors`.
 */
export const test = base.extend<
	{ expectedErrors: RegExp; savesData: boolean; ownSite: typeof startSite },
	{ site: SiteServer } & SiteOptions
>({
	storage: ["disk", { option: true, scope: "worker" }],
	site: [
		async ({ storage }, use) => {
			const site = await startSite(storage === "s3" ? newStorage(prepared().s3Endpoint) : {});
			await use(site);
			await site.stop();
		},
		{ scope: "worker", timeout: 60_000 },
	],
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
	ownSite: async ({}, use) => {
		const sites: SiteServer[] = [];
		await use(async (...settings) => {
			const started = await startSite(...settings);
			sites.push(started);
			return started;
		});
		await Promise.all(sites.map((started) => started.stop()));
	},
	baseURL: ({ site }, use) => use(site.url),
	expectedErrors: [/^$/, { option: true }],
	// Few tests see more than one screen: loading all of them ahead would take a tenth of the time.
	savesData: [true, { option: true }],
	context: async ({ context, expectedErrors, savesData }, use) => {
		await context.addInitScript((saveData) => {
			Object.defineProperty(navigator, "connection", { value: { saveData }, configurable: true });
		}, savesData);
		const complaints: string[] = [];
		context.on("console", (message) => {
			if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
		});
		await context.addInitScript(() => {
			document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
				// biome-ignore lint/suspicious/noConsole: the console is what these tests listen to
				console.error(`policy violation: ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`);
			});
		});
		context.on("weberror", (error) => complaints.push(String(error.error())));
		await use(context);
		const unexpected = complaints.filter((text) => !expectedErrors.test(text));
		expect(unexpected, "errors and warnings in the browser's console").toEqual([]);
	},
	// A public page answers before its script is there, as it does without scripts. The tests begin when it is.
	// The test's own site is named first, so that it ends after the page, which would miss it.
	page: async ({ ownSite: _, context, page, javaScriptEnabled }, use) => {
		if (!javaScriptEnabled) return use(page);
		await context.addInitScript(() => {
			const { info } = console;
			Object.assign(window, { hasStarted: false });
			// The first line that the script of every page writes (specification 7).
			console.info = (...said: unknown[]) => {
				if (said[0] === "page_view") Object.assign(window, { hasStarted: true });
				info(...said);
			};
		});
		const goto = page.goto.bind(page);
		page.goto = async (...address) => {
			const answer = await goto(...address);
			await page.waitForFunction(
				() =>
					!("hasStarted" in window) || window.hasStarted || !document.querySelector("script[type=speculationrules]"),
			);
			return answer;
		};
		await use(page);
	},
});

export { expect };
