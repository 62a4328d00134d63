// Pictures of every page and screen in every state, into the ignored folder screens/.
//   npm run screens -- [part of a name]… [--width 360,1280] [--scheme light]
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/accounts.ts";
import { deskScreens, deskStates, emptyDeskScreens } from "../e2e/desk-scenes.ts";
import { emptyPublicPages, publicPages, publicStates } from "../e2e/public-scenes.ts";
import { addressOf, type Scene, settle } from "../e2e/scene.ts";
import { fillSite, noData, type SceneData } from "../e2e/scene-data.ts";
import { adminAccount, type SiteServer, startSite } from "../e2e/site-server.ts";
import { launchOptions } from "../playwright.config.ts";

const folder = "screens";
const schemes = ["light", "dark"] as const;
const height = 800;
/** A list is as long as its rows: what lies below is not worth its pixels. */
const longest = 12_000;
const patience = 8_000;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { width: { type: "string", default: "360,768,1280,1920" }, scheme: { type: "string" } },
});
const widths = values.width.split(",").map(Number);
const isWanted = ({ name }: Scene) => positionals.length === 0 || positionals.some((part) => name.includes(part));

const browser = await chromium.launch(launchOptions);
const site = await startSite();
let failed = 0;
try {
	await mkdir(folder, { recursive: true });
	await takeAll(site, noData, emptyPublicPages, emptyDeskScreens);
	const data = await fillSite(site);
	await takeAll(site, data, [...publicPages, ...publicStates], [...deskScreens, ...deskStates]);
} finally {
	await browser.close();
	await site.stop();
}
if (failed > 0) console.error(`${failed} pictures are missing`);
process.exitCode = failed > 0 ? 1 : 0;

/** The public pages are light whatever the visitor prefers; the back office follows. */
async function takeAll(site: SiteServer, data: SceneData, publicScenes: Scene[], deskScenes: Scene[]) {
	const desk = deskScenes.filter(isWanted);
	const storageState = desk.length > 0 ? await signedIn(browser, site) : undefined;
	for (const width of widths) {
		for (const scene of publicScenes.filter(isWanted)) await take(site, scene, data, width, "light", {});
		for (const scheme of schemes.filter((known) => !values.scheme || values.scheme === known)) {
			for (const scene of desk) await take(site, scene, data, width, scheme, { storageState });
		}
	}
}

async function signedIn(browser: Browser, site: SiteServer): Promise<BrowserContextOptions["storageState"]> {
	const context = await browser.newContext({ baseURL: site.url });
	const page = await context.newPage();
	await page.goto("/admin/mail");
	await signIn(page, adminAccount);
	await page.getByRole("heading", { name: "Outgoing Email" }).waitFor();
	const state = await context.storageState();
	await context.close();
	return state;
}

async function take(
	site: SiteServer,
	scene: Scene,
	data: SceneData,
	width: number,
	colorScheme: "light" | "dark",
	session: BrowserContextOptions,
): Promise<void> {
	if ((scene.from ?? 0) > width || (scene.to ?? width) < width) return;
	const name = [scene.name, width, ...(colorScheme === "dark" ? ["dark"] : [])].join("-");
	const context = await browser.newContext({
		...session,
		baseURL: site.url,
		viewport: { width, height },
		colorScheme,
		reducedMotion: "reduce",
		timezoneId: "America/New_York",
		hasTouch: width < 768,
	});
	context.setDefaultTimeout(patience);
	try {
		const page = await context.newPage();
		await scene.before?.(page);
		await page.goto(addressOf(scene, data), { waitUntil: "load" });
		await settle(page);
		await scene.prepare?.(page);
		await settle(page);
		await page.screenshot({
			path: join(folder, `${name}.png`),
			animations: "disabled",
			...(!scene.windowOnly && { clip: await wholePage(page, width), fullPage: true }),
		});
		console.log(name);
	} catch (error) {
		failed += 1;
		console.error(`${name}: ${String(error).split("\n").slice(0, 4).join(" ")}`);
	} finally {
		await context.close();
	}
}

async function wholePage(page: Page, width: number) {
	const full = await page.evaluate(() => document.documentElement.scrollHeight);
	return { x: 0, y: 0, width, height: Math.min(full, longest) };
}
