import { expect, test } from "@playwright/test";
import { findLosses, startCrashLoad } from "./crash-load.ts";
import { ownServer, startSite } from "./site-server.ts";

/** `npm run torture` asks for 100, and for longer lives, in which more uploads come to their end. */
const kills = Number(process.env.KILLS ?? 5);
const longestLifeMs = Number(process.env.LONGEST_LIFE_MS ?? 2_000);

test("killed at random moments while everybody writes, the site starts again and has all that it acknowledged", async () => {
	test.setTimeout(60_000 + kills * 15_000);
	const site = await startSite(ownServer);
	const load = await startCrashLoad(site);
	const lives = Array.from({ length: kills }, () => Math.random() * longestLifeMs);
	const starts: number[] = [];
	for (const life of lives) {
		const { promise, resolve } = Promise.withResolvers<void>();
		setTimeout(resolve, life);
		await promise;
		await site.kill();
		const began = performance.now();
		await site.start();
		starts.push(performance.now() - began);
		await load.resume();
	}
	await load.stop();
	const losses = await findLosses(site, load.acknowledged);
	const counts = Object.entries(load.acknowledged).map(([what, each]) => `${each.length} ${what}`);
	process.stdout.write(
		`crash: ${kills} kills, ${counts.join(", ")} acknowledged, ${load.unanswered()} requests cut off, ` +
			`${losses.length} losses, slowest start ${Math.round(Math.max(...starts))} ms\n`,
	);
	expect(losses).toEqual([]);
	expect(load.acknowledged.inquiries.length).toBeGreaterThan(kills);
	expect(await site.stop()).toBe(0);
});
