import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { findLosses, startCrashLoad } from "./crash-load.ts";
import { findProcesses, killProcesses } from "./site-processes.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";

/** `npm run torture` asks for longer lives, in which more uploads come to their end. */
const longestLifeMs = Number(process.env.LONGEST_LIFE_MS ?? 500);

const amoment = (longestMs: number) => pause(Math.random() * longestMs);

/** Until the site has a server again and answers by it. */
async function untilBack(site: SiteServer): Promise<void> {
	// A connection that was kept may just be closed; a site that has ended stays away.
	const health = () =>
		fetch(`${site.url}/healthz`).then(
			({ status }) => status,
			() => 0,
		);
	await expect.poll(health, { timeout: 60_000 }).toBe(200);
	await expect.poll(() => findProcesses(site).then(Boolean, () => false), { timeout: 60_000 }).toBe(true);
}

/** What a site that did not come back has printed says why. */
const withLog = (site: SiteServer, error: unknown) =>
	new Error(`${error}\n${site.log().split("\n").slice(-30).join("\n")}`, { cause: error });

/** Who is killed, in which order. Each ends with the site, and tells how many processes it has killed. */
const orders: Record<string, (site: SiteServer) => Promise<number>> = {
	"site and server at once": async (site) => {
		const { site: own, server } = await findProcesses(site);
		return killProcesses(own, server);
	},
	"server, and the site while it starts it again": async (site) => {
		const { site: own, server } = await findProcesses(site);
		const killed = killProcesses(server);
		await amoment(500);
		return killed + killProcesses(own);
	},
	"site, whose server is just ending when the next begins": async (site) =>
		killProcesses((await findProcesses(site)).site),
	"site, and the server while it ends": async (site) => {
		const { site: own, server } = await findProcesses(site);
		const killed = killProcesses(own);
		await amoment(100);
		return killed + killProcesses(server);
	},
	"every process at once": async (site) => {
		const { site: own, companions, server, sessions } = await findProcesses(site);
		return killProcesses(own, server, ...companions, ...sessions);
	},
	"site and what would have ended the server, which runs on": async (site) => {
		const { site: own, companions } = await findProcesses(site);
		return killProcesses(...companions, own);
	},
	"site, and again while it starts": async (site) => {
		const killed = killProcesses((await findProcesses(site)).site);
		await site.ended();
		const starting = site.start().catch(() => undefined);
		await amoment(1_500);
		await site.kill();
		await starting;
		return killed + 1;
	},
	"server, twice, and the site": async (site) => {
		let killed = killProcesses((await findProcesses(site)).server);
		await untilBack(site);
		killed += killProcesses((await findProcesses(site)).server);
		await untilBack(site);
		return killed + killProcesses((await findProcesses(site)).site);
	},
	"a session of the server, and the site": async (site) => {
		const { site: own, sessions } = await findProcesses(site);
		const killed = killProcesses(...sessions.slice(-1));
		await amoment(500);
		return killed + killProcesses(own);
	},
	"what stands between site and server, and the site": async (site) => {
		const { companions } = await findProcesses(site);
		const killed = killProcesses(...companions.slice(0, 1));
		await untilBack(site);
		return killed + killProcesses((await findProcesses(site)).site);
	},
};

/** `npm run torture` asks for 100. */
const kills = Number(process.env.KILLS ?? Object.keys(orders).length);

test("site and database server killed at random moments while everybody writes: a start has all that was acknowledged", {
	tag: "@long",
}, async () => {
	test.setTimeout(60_000 + kills * 30_000);
	const site = await startSite(ownServer);
	const load = await startCrashLoad(site);
	const starts: { order: string; ms: number }[] = [];
	let killed = 0;
	for (let round = 0; round < kills; round++) {
		const [order = "", kill] = Object.entries(orders)[round % Object.keys(orders).length] ?? [];
		await test.step(`${round + 1}: ${order}`, async () => {
			await amoment(longestLifeMs);
			killed += (await kill?.(site).catch((error) => Promise.reject(withLog(site, error)))) ?? 0;
			await site.ended();
			const began = performance.now();
			await site.start();
			starts.push({ order, ms: Math.round(performance.now() - began) });
			await load.resume();
		});
	}
	await load.stop();
	const losses = await findLosses(site, load);
	const counts = Object.entries(load.acknowledged).map(([what, each]) => `${each.length} ${what}`);
	const slowest = starts.toSorted((one, other) => other.ms - one.ms)[0];
	const median = starts.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(starts.length / 2)];
	process.stdout.write(
		`crash: ${kills} rounds, ${killed} processes killed, ${counts.join(", ")} acknowledged, ` +
			`${load.unanswered()} requests cut off, ${losses.length} losses, ` +
			`starts ${median} ms at the median, ${slowest?.ms} ms at most (${slowest?.order})\n`,
	);
	expect(losses).toEqual([]);
	// On a busy machine, a life is too short for some kinds.
	expect(Object.values(load.acknowledged).flat().length).toBeGreaterThan(kills);
	expect(await site.stop()).toBe(0);
});
