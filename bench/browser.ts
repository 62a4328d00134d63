import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { z } from "zod";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { publicPaths } from "#site/navigation.ts";
import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { launchOptions } from "../playwright.config.ts";
import { otherCheckout } from "./beside.ts";
import { type Figure, median } from "./figure.ts";

/** Every public page, an article, a job and the sign-in in Lighthouse with its defaults for phones; the median of several runs. */
export async function measureBrowser(runs = 5): Promise<Figure[]> {
	const site = await startSite({ SEED: "starter" });
	const figures: Figure[] = [];
	await measurePages([site], runs, (path, [page]) => {
		if (!page) return;
		figures.push(
			{ what: `${path}: performance`, value: page.performance, unit: "", goal: { atLeast: 100 } },
			{ what: `${path}: accessibility, practices, SEO`, value: page.others, unit: "", goal: { atLeast: 100 } },
			{
				what: `${path}: largest contentful paint`,
				value: page.lcp,
				unit: "ms",
				goal: { atMost: path === "/" ? 1100 : 900 },
			},
			{ what: `${path}: total blocking time`, value: page.tbt, unit: "ms", goal: { atMost: 50 } },
			{ what: `${path}: layout shift`, value: page.cls, unit: "", goal: { atMost: 0 } },
			{ what: `${path}: transferred`, value: page.kilobytes, unit: "kB", goal: { atMost: path === "/" ? 90 : 300 } },
			{
				what: `${path}: of that, scripts`,
				value: page.script,
				unit: "kB",
				goal: { atMost: path === "/auth" ? 300 : 5 },
			},
		);
	});
	return figures;
}

/** The same pages of this checkout and of another, in turns, so that what else the machine does meets both. */
export async function measureBrowserBeside(runs = 3): Promise<Figure[]> {
	const ours = await startSite({ SEED: "starter" });
	const theirs = await startSite({ SEED: "starter" }, { root: otherCheckout() });
	const figures: Figure[] = [];
	const units = {
		fcp: "ms",
		lcp: "ms",
		tbt: "ms",
		cls: "",
		kilobytes: "kB",
		script: "kB",
		performance: "",
		others: "",
	};
	await measurePages([ours, theirs], runs, (path, [our, their]) => {
		for (const [name, unit] of Object.entries(units) as [keyof typeof units, string][]) {
			figures.push({ what: `${path}: ${name}, this checkout`, value: our?.[name] ?? Number.NaN, unit });
			figures.push({ what: `${path}: ${name}, the other`, value: their?.[name] ?? Number.NaN, unit });
		}
	});
	return figures;
}

type Measured = Awaited<ReturnType<typeof measurePage>>;

/** Stops the sites at the end. */
async function measurePages(
	sites: SiteServer[],
	runs: number,
	onMeasured: (path: string, medians: Measured[]) => void,
): Promise<void> {
	const port = await freePort();
	const { args, ...options } = launchOptions;
	const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
	try {
		for (const path of await pathsOf(sites[0])) {
			const results = sites.map((): Measured[] => []);
			for (let run = 0; run < runs; run++) {
				for (const [place, { url }] of sites.entries()) {
					if (run === 0) await visitUntilSmallest(url + path);
					results[place]?.push(await measurePage(url + path, port));
				}
			}
			onMeasured(path, results.map(mediansOf));
		}
	} finally {
		await browser.close();
		for (const site of sites) await site.stop();
	}
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

function mediansOf(results: Measured[]): Measured {
	const of = (name: keyof Measured) => median(results.map((result) => result[name]));
	return {
		performance: of("performance"),
		others: of("others"),
		fcp: of("fcp"),
		lcp: of("lcp"),
		tbt: of("tbt"),
		cls: of("cls"),
		kilobytes: of("kilobytes"),
		script: of("script"),
	};
}

async function measurePage(url: string, port: number) {
	const result = await lighthouse(url, { port, logLevel: "silent" });
	if (!result) throw new Error(`no result for ${url}`);
	const { audits, categories } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
	return {
		performance: score("performance"),
		/** The lowest of the other three categories. */
		others: Math.min(...["accessibility", "best-practices", "seo"].map(score)),
		fcp: value("first-contentful-paint"),
		lcp: value("largest-contentful-paint"),
		tbt: value("total-blocking-time"),
		cls: value("cumulative-layout-shift"),
		kilobytes: value("total-byte-weight") / 1000,
		script: scriptBytes(audits["network-requests"]?.details) / 1000,
	};
}

/** As they go over the wire, headers included. */
function scriptBytes(details: unknown): number {
	const { items } = requestsSchema.parse(details);
	return items.reduce((sum, item) => sum + (item.resourceType === "Script" ? item.transferSize : 0), 0);
}

const requestsSchema = z.object({
	items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().default(0) })),
});
