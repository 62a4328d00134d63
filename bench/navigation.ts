import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { launch, type Page } from "puppeteer-core";
import { publicPaths } from "#site/navigation.ts";
import { startSite } from "../e2e/site-server.ts";
import { launchOptions } from "../playwright.config.ts";
import { type Figure, median } from "./figure.ts";

/** Time on the page before its next link is approached, and between that and the press, in milliseconds. */
const settleMs = 1_000;
const approachMs = 900;
/** As long as a finger stays down. */
const pressMs = 60;

/**
 * From page to page, as a visitor goes: links pressed by mouse and by finger, pages that the browser keeps for "Back",
 * and a slow line. It takes the whole Chromium: the headless shell of the tests keeps no pages, and Playwright prevents
 * rendering ahead.
 */
export async function measureNavigation(presses = 9): Promise<Figure[]> {
	const site = await startSite({ SEED: "starter" });
	const browser = await launch({
		executablePath: wholeChromium(),
		args: launchOptions.args,
		defaultViewport: { width: 1280, height: 800 },
	});
	try {
		const page = await browser.newPage();
		const approached = await pressLinks(page, site.url, presses, approachMs);
		const tapped = await pressLinks(page, site.url, presses, 0);
		const kept = await countKept(page, site.url);
		return [
			{
				what: "press of an approached link to the next page's paint",
				value: median(approached.map(({ ms }) => ms)),
				unit: "ms",
				goal: { atMost: 150 },
			},
			{
				what: "share of approached pages that were rendered ahead",
				value: share(approached, ({ ahead }) => ahead),
				unit: "",
				goal: { atLeast: 1 },
			},
			{
				what: "page views noted for each page shown, rendered ahead or not",
				value: median([...approached, ...tapped].map(({ views }) => views)),
				unit: "",
			},
			{
				what: "press of a link out of the blue to the next page's paint",
				value: median(tapped.map(({ ms }) => ms)),
				unit: "ms",
				goal: { atMost: 150 },
			},
			{ what: "share of public pages kept for 'Back'", value: kept, unit: "", goal: { atLeast: 1 } },
			...(await measureSlowLine(page, site.url)),
		];
	} finally {
		await browser.close();
		await site.stop();
	}
}

function wholeChromium(): string {
	const found = [
		process.env.CHROME_PATH,
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome",
		"/usr/bin/google-chrome-stable",
	].find((path) => path && existsSync(path));
	if (!found) throw new Error("this section needs Chromium or Chrome; CHROME_PATH names one");
	return found;
}

const share = <Each>(all: readonly Each[], holds: (each: Each) => boolean) => all.filter(holds).length / all.length;

/** @param approach how long the pointer rests on the link before it is pressed, in milliseconds */
async function pressLinks(page: Page, url: string, presses: number, approach: number) {
	const pressed: { ms: number; ahead: boolean; views: number }[] = [];
	let views = 0;
	const note = (message: { text(): string }) => {
		if (message.text().startsWith("page_view")) views += 1;
	};
	page.on("console", note);
	for (let press = 0; press < presses; press++) {
		const path = ["/contact", "/blog", "/careers"][press % 3] ?? "/contact";
		await page.goto(`${url}/`);
		await wait(settleMs);
		const link = await page.waitForSelector(`nav[aria-label="Main"] a[href="${path}"]`, { visible: true });
		const { x, y } = (await link?.clickablePoint()) ?? { x: 0, y: 0 };
		await page.mouse.move(x, y);
		await wait(approach);
		views = 0;
		await page.mouse.down();
		await wait(pressMs);
		const at = await page.evaluate(() => performance.timeOrigin + performance.now());
		await page.mouse.up();
		// No waiting in the page itself: one that was rendered ahead takes its place.
		await wait(settleMs);
		const { shownAt, ahead } = await page.evaluate(() => {
			const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
			const [painted] = performance.getEntriesByName("first-contentful-paint");
			const activation = navigation && "activationStart" in navigation ? Number(navigation.activationStart) : 0;
			return {
				shownAt: performance.timeOrigin + Math.max(activation, painted?.startTime ?? Number.NaN),
				ahead: activation > 0,
			};
		});
		pressed.push({ ms: shownAt - at, ahead, views });
	}
	page.off("console", note);
	return pressed;
}

async function countKept(page: Page, url: string): Promise<number> {
	const kept: boolean[] = [];
	for (const path of publicPaths) {
		await page.goto(url + path);
		await page.evaluate(() => {
			addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasKept: persisted }));
		});
		await page.goto(`${url}${path === "/contact" ? "/" : "/contact"}`);
		// The event of a load never comes for a page that was kept.
		await page.evaluate(() => history.back());
		await wait(settleMs);
		kept.push(await page.evaluate(() => "wasKept" in window && window.wasKept === true));
	}
	return share(kept, Boolean);
}

/** The words of a page over 400 kbit/s with 400 ms of delay, nothing in the cache. */
async function measureSlowLine(page: Page, url: string): Promise<Figure[]> {
	await page.setCacheEnabled(false);
	await page.emulateNetworkConditions({ download: 400_000 / 8, upload: 400_000 / 8, latency: 400 });
	const figures: Figure[] = [];
	for (const path of ["/", "/blog", "/contact"]) {
		await page.goto(url + path);
		const paint = await page.evaluate(
			() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
		);
		figures.push({ what: `${path}: first paint over 400 kbit/s with 400 ms of delay`, value: paint, unit: "ms" });
	}
	return figures;
}
