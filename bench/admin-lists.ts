import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { openEmbeddedDatabase } from "#platform/database.server.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { adminAccount, startSite } from "../e2e/site-server.ts";
import config from "../playwright.config.ts";

// How the bookings screen bears many rows: what a keystroke in the search box costs, from the key to the next frame, and
// whether scrolling keeps up.

const names = ["Dana Whitfield", "Theo Marchetti", "Priya Raman", "Lewis Adeyemi", "Hanne Solberg", "Marcus Bell"];
const typed = ["theo marchetti 1", "photography", "whitfield", "raman 12", "bell"];
const minuteMs = 60_000;

for (const count of [10_000, 50_000]) console.log(await measure(count));

async function measure(count: number) {
	const site = await startSite();
	await site.kill();
	await fill(join(site.folder, "db"), count);
	await site.start();
	const browser = await chromium.launch(config.use?.launchOptions);
	try {
		const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
		await page.goto(`${site.url}/admin/bookings`);
		await page.getByRole("textbox", { name: "Email" }).fill(adminAccount.email);
		await page.getByLabel("Password").fill(adminAccount.password);
		const started = performance.now();
		await page.getByRole("button", { name: "Sign In" }).click();
		await page.getByRole("row").nth(1).waitFor();
		const firstRows = performance.now() - started;
		await page.getByText(count.toLocaleString("en-US"), { exact: true }).waitFor({ timeout: 120_000 });
		const allRows = performance.now() - started;
		const keystrokes = await typeAndMeasure(page);
		const scrolling = await scrollAndMeasure(page);
		return {
			rows: count,
			"first rows after sign-in, ms": Math.round(firstRows),
			"all rows, ms": Math.round(allRows),
			"keystroke median, ms": percentile(keystrokes, 0.5),
			"keystroke 95 %, ms": percentile(keystrokes, 0.95),
			"keystroke worst, ms": percentile(keystrokes, 1),
			"scrolling, frame median, ms": percentile(scrolling.frames, 0.5),
			"scrolling, frame 99 %, ms": percentile(scrolling.frames, 0.99),
			"scrolling, frames with a blank stretch": scrolling.blank,
			"memory of the tab, MB": Math.round(await usedHeapMb(page)),
		};
	} finally {
		await browser.close();
		await site.stop();
	}
}

async function fill(folder: string, count: number): Promise<void> {
	const database = await openEmbeddedDatabase(folder);
	const chunk = 1000;
	for (let done = 0; done < count; done += chunk) {
		const rows = Array.from({ length: chunk }, (_, i) => {
			const n = done + i;
			return buildBooking({ name: `${names[n % names.length]} ${n}`, created_at: new Date(Date.now() - n * minuteMs) });
		});
		await database.db.insert(bookingsTable).values(rows);
	}
	await database.close();
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

function percentile(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
