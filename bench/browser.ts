import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { publicPaths } from "../e2e/public-paths.ts";
import { startSite } from "../e2e/site-server.ts";
import config from "../playwright.config.ts";
import { type Figure, median } from "./figure.ts";

/** Every public page in Lighthouse with its defaults for phones; the median of several runs. */
export async function measureBrowser(runs = 5): Promise<Figure[]> {
	const site = await startSite({ SEED: "starter" });
	const port = await freePort();
	const { args = [], ...options } = config.use?.launchOptions ?? {};
	const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
	const figures: Figure[] = [];
	try {
		for (const path of publicPaths) {
			await fetch(`${site.url}${path}`);
			const results: Awaited<ReturnType<typeof measurePage>>[] = [];
			for (let run = 0; run < runs; run++) results.push(await measurePage(`${site.url}${path}`, port));
			const of = (name: keyof (typeof results)[number]) => median(results.map((result) => result[name]));
			figures.push(
				{ what: `${path}: performance`, value: of("performance"), unit: "", goal: { atLeast: 100 } },
				{ what: `${path}: largest contentful paint`, value: of("lcp"), unit: "ms", goal: { atMost: 1200 } },
				{ what: `${path}: total blocking time`, value: of("tbt"), unit: "ms", goal: { atMost: 30 } },
				{ what: `${path}: layout shift`, value: of("cls"), unit: "", goal: { atMost: 0 } },
				{ what: `${path}: transferred`, value: of("kilobytes"), unit: "kB", goal: { atMost: 300 } },
			);
		}
	} finally {
		await browser.close();
		await site.stop();
	}
	return figures;
}

async function measurePage(url: string, port: number) {
	const result = await lighthouse(url, { port, onlyCategories: ["performance"], logLevel: "silent" });
	if (!result) throw new Error(`no result for ${url}`);
	const { audits, categories } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	return {
		performance: (categories.performance?.score ?? 0) * 100,
		lcp: value("largest-contentful-paint"),
		tbt: value("total-blocking-time"),
		cls: value("cumulative-layout-shift"),
		kilobytes: value("total-byte-weight") / 1000,
	};
}
