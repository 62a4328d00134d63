import { expect, test } from "@playwright/test";
import { findLosses, startCrashLoad } from "./crash-load.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";

/** `npm run torture` asks for 100, and for longer lives, in which more uploads come to their end. */
const kills = Number(process.env.KILLS ?? 5);
const longestLifeMs = Number(process.env.LONGEST_LIFE_MS ?? 2_000);

/** Who is killed, in which order; `wait` is for the site to have started its server again. */
const orders = [["site"], ["server", "site"], ["site", "server"], ["server", "wait", "site"]] as const;

async function kill(site: SiteServer, order: (typeof orders)[number]): Promise<void> {
	const server = await site.databasePid();
	for (const step of order) {
		if (step === "site") await site.kill();
		if (step === "server") killIfThere(server);
		if (step === "wait") {
			const health = async () => (await fetch(`${site.url}/healthz`)).status;
			await expect.poll(health, { timeout: 20_000 }).toBe(200);
		}
	}
}

/** The server of a killed site may just have ended. */
function killIfThere(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch (error) {
		if (!String(error).includes("ESRCH")) throw error;
	}
}

test("site and database server killed at random moments while everybody writes: a start has all that was acknowledged", {
	tag: "@long",
}, async () => {
	test.setTimeout(60_000 + kills * 15_000);
	const site = await startSite(ownServer);
	const load = await startCrashLoad(site);
	const lives = Array.from({ length: kills }, () => Math.random() * longestLifeMs);
	const starts: number[] = [];
	for (const [index, life] of lives.entries()) {
		const { promise, resolve } = Promise.withResolvers<void>();
		setTimeout(resolve, life);
		await promise;
		await kill(site, orders[index % orders.length] ?? ["site"]);
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
