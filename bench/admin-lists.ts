import { chromium, type Page } from "@playwright/test";
import { adminAccount, startSite } from "../e2e/site-server.ts";
import { launchOptions } from "../playwright.config.ts";
import { type Figure, median, percentile } from "./figure.ts";
import { fillTables } from "./rows.ts";

// How the bookings screen bears many rows: what a keystroke in the search box costs, from the key to the next frame, and
// whether scrolling keeps up.

const typed = ["client 123", "photography", "client77@", "nobody", "9"];

const sizes = [10_000, 50_000];

export async function measureLists(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const count of sizes) figures.push(...(await measureList(count)));
	return figures;
}

async function measureList(count: number): Promise<Figure[]> {
	const site = await startSite();
	await site.kill();
	const database = await site.openDatabase();
	await fillTables(database, count);
	await database.close();
	await site.start();
	const browser = await chromium.launch(launchOptions);
	try {
		const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
		await page.goto(`${site.url}/admin/bookings`);
		await page.getByRole("textbox", { name: "Email" }).fill(adminAccount.email);
		await page.getByLabel("Password").fill(adminAccount.password);
		await page.getByRole("button", { name: "Sign In", exact: true }).click();
		await page.getByRole("row").nth(1).waitFor();
		await page.goto(`${site.url}/admin/users`);
		await page.getByText(adminAccount.email).first().waitFor();
		const started = performance.now();
		await page.getByRole("link", { name: "Bookings" }).click();
		await page.getByRole("row").nth(1).waitFor();
		const firstRows = performance.now() - started;
		await page.getByText(count.toLocaleString("en-US"), { exact: true }).waitFor({ timeout: 120_000 });
		const allRows = performance.now() - started;
		const keystrokes = await typeAndMeasure(page);
		const palette = await openAndMeasurePalette(page);
		const scrolling = await scrollAndMeasure(page);
		const bound = count === sizes[0];
		const figure = (what: string, value: number, unit: string, atMost?: number): Figure => ({
			what: `${count.toLocaleString("en-US")} bookings: ${what}`,
			value,
			unit,
			...(bound && atMost !== undefined && { goal: { atMost } }),
		});
		return [
			figure("first rows after navigation", firstRows, "ms", 300),
			figure("all rows", allRows, "ms"),
			figure("keystroke in the search, median", median(keystrokes), "ms", 50),
			figure("keystroke in the search, 95 %", percentile(keystrokes, 0.95), "ms", 50),
			figure("command palette, from the key to its frame, median", median(palette), "ms", 50),
			figure("scrolling, frame 99 %", percentile(scrolling.frames, 0.99), "ms"),
			figure("scrolling, frames with a blank stretch", scrolling.blank, "of 300", 0),
			figure("memory of the tab (JavaScript)", await usedHeapMb(page), "MB"),
		];
	} finally {
		await browser.close();
		await site.stop();
	}
}

/** From each key to the frame after the one that shows its letter: until then the page answers nothing else. */
async function typeAndMeasure(page: Page): Promise<number[]> {
	const search = page.getByRole("searchbox");
	await search.focus();
	await page.evaluate(() => {
		const costs: number[] = [];
		Object.assign(window, { costs });
		document.addEventListener("keydown", () => {
			const pressed = performance.now();
			requestAnimationFrame(() => setTimeout(() => costs.push(performance.now() - pressed)));
		});
	});
	for (const text of typed) {
		await search.pressSequentially(text, { delay: 120 });
		await search.fill("");
	}
	return page.evaluate(() => (window as unknown as { costs: number[] }).costs);
}

/** Ten times; the first, which fetches its code, is not counted. */
async function openAndMeasurePalette(page: Page): Promise<number[]> {
	const times: number[] = [];
	for (let time = 0; time < 11; time++) {
		times.push(
			await page.evaluate(
				() =>
					new Promise<number>((resolve) => {
						const pressed = performance.now();
						const observer = new MutationObserver(() => {
							if (!document.querySelector("[role=dialog] [role=option]")) return;
							observer.disconnect();
							requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
						});
						observer.observe(document.body, { childList: true, subtree: true });
						document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
					}),
			),
		);
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	}
	return times.slice(1);
}

/** 300 frames of 120 px each, about the speed of a hard turn of the wheel. A frame is blank where no row is to be seen in the middle of the window. */
async function scrollAndMeasure(page: Page): Promise<{ frames: number[]; blank: number }> {
	return page.evaluate(async () => {
		const frames: number[] = [];
		let blank = 0;
		let last = performance.now();
		for (let i = 0; i < 300; i++) {
			window.scrollBy(0, 120);
			await new Promise(requestAnimationFrame);
			await new Promise((painted) => setTimeout(painted));
			const now = performance.now();
			frames.push(now - last);
			last = now;
			const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
			if (!middle?.closest("tr")) blank++;
		}
		return { frames, blank };
	});
}

async function usedHeapMb(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("HeapProfiler.collectGarbage");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	return usedSize / 1e6;
}
