import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { z } from "zod";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { publicPaths } from "#site/crawlers/public-paths.ts";
import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { launchOptions } from "../playwright.config.ts";
import { type Figure, median } from "./figure.ts";

const runs = 5;

/**
 * Every public page, an article, a job and the sign-in in Lighthouse with its defaults for phones; the median of several runs.
 * With another, already built checkout (BENCH_BESIDE) in turns, so that what else the machine does meets both. BENCH_PATHS
 * names the pages, if it is not to be all.
 */
export async function measureBrowser(): Promise<Figure[]> {
	const other = process.env.BENCH_BESIDE;
	const sites = [await startSite({ SEED: "starter" })];
	if (other) sites.push(await startSite({ SEED: "starter" }, { root: other }));
	const port = await freePort();
	const { args, ...options } = launchOptions;
	const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
	const figures: Figure[] = [];
	try {
		for (const path of process.env.BENCH_PATHS?.split(",") ?? (await pathsOf(sites[0]))) {
			const results = sites.map((): Figure[][] => []);
			for (const { url } of sites) await visitUntilSmallest(url + path);
			for (let run = 0; run < runs; run++) {
				for (const [place, { url }] of sites.entries()) results[place]?.push(await measurePage(url, path, port));
			}
			const [ours = [], theirs = []] = results.map(mediansOf);
			figures.push(
				...ours,
				...theirs.map(({ goal: _, what, ...figure }) => ({ ...figure, what: `${what}, the other` })),
			);
		}
	} finally {
		await browser.close();
		for (const site of sites) await site.stop();
	}
	return figures;
}

/** A page is compressed as well as possible once it has been asked for a few times: what nearly every visitor gets. */
async function visitUntilSmallest(url: string): Promise<void> {
	for (let visit = 0; visit < 4; visit++) await (await fetch(url)).arrayBuffer();
	await setTimeout(500);
}

async function pathsOf(site: SiteServer | undefined): Promise<string[]> {
	const linked = async (path: string, pattern: RegExp) =>
		pattern.exec(await (await fetch(`${site?.url}${path}`)).text())?.slice(1) ?? [];
	return [
		...publicPaths,
		...(await linked("/blog", /href="(\/blog\/(?!rss)[\w-]+)"/)),
		...(await linked("/careers", /href="(\/careers\/apply\/[\w-]+)"/)),
		"/auth",
	];
}

function mediansOf(results: Figure[][]): Figure[] {
	const measured = results.filter((figures) => figures.length > 0);
	const valuesAt = (place: number) => measured.flatMap((figures) => figures[place]?.value ?? []);
	return (measured[0] ?? []).map((figure, place) => ({ ...figure, value: median(valuesAt(place)) }));
}

/** @returns nothing if Lighthouse could not record the page, as happens on a busy machine */
async function measurePage(url: string, path: string, port: number): Promise<Figure[]> {
	const result = await lighthouse(url + path, { port, logLevel: "silent" });
	if (!result) throw new Error(`no result for ${path}`);
	const { audits, categories } = result.lhr;
	const failed = Object.values(audits).find(({ errorMessage }) => errorMessage);
	if (failed) {
		console.error(`${path}: a run is left out, because ${failed.errorMessage}`);
		return [];
	}
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
	const { items: requests } = requestsSchema.parse(audits["network-requests"]?.details);
	const { items: work } = workSchema.parse(audits["mainthread-work-breakdown"]?.details);
	/** As they go over the wire, headers included. */
	const kilobytes = (type: string) =>
		requests.reduce((sum, each) => sum + (each.resourceType === type ? each.transferSize : 0), 0) / 1000;
	const figure = (what: string, value: number, unit: string, goal: Figure["goal"]): Figure => ({
		what: `${path}: ${what}`,
		value,
		unit,
		...(goal && { goal }),
	});
	const others = ["accessibility", "best-practices", "seo"].map(score);
	const styleAndLayout = work.find(({ group }) => group === "styleLayout")?.duration ?? 0;
	return [
		figure("performance", score("performance"), "", { atLeast: 100 }),
		figure("accessibility, practices, SEO", Math.min(...others), "", { atLeast: 100 }),
		figure("largest contentful paint", value("largest-contentful-paint"), "ms", { atMost: path === "/" ? 1100 : 900 }),
		figure("style and layout", styleAndLayout, "ms", { atMost: 150 }),
		figure("total blocking time", value("total-blocking-time"), "ms", { atMost: 20 }),
		figure("layout shift", value("cumulative-layout-shift"), "", { atMost: 0 }),
		figure("transferred", value("total-byte-weight") / 1000, "kB", { atMost: path === "/" ? 90 : 300 }),
		figure("of that, the page itself", kilobytes("Document"), "kB", undefined),
		figure("of that, scripts", kilobytes("Script"), "kB", { atMost: path === "/auth" ? 300 : 5 }),
	];
}

const requestsSchema = z.object({
	items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().default(0) })),
});
const workSchema = z.object({ items: z.array(z.object({ group: z.string(), duration: z.number() })) });
