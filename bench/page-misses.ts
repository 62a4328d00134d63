import { publicPaths } from "#site/crawlers/public-paths.ts";
import { startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Figure, median, percentile } from "./figure.ts";
import { pinToCore, serverCore } from "./load.ts";

const warmUps = 5;
const rounds = 20;
/** A change reaches the page cache as a notice of the database, in an instant. */
const noticeMs = 50;

/** Every public page, asked for once after a post was saved, which empties the page cache: rendered, compressed, answered. */
export async function measureMisses(): Promise<Figure[]> {
	const site = await startSite({ SEED: "starter" });
	pinToCore(site.pid, serverCore);
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" };
	const { rows } = await (await fetch(`${site.url}/api/posts`, { headers })).json();
	const post = `${site.url}/api/posts/${rows[0].id}`;
	const { content, title } = await (await fetch(post, { headers })).json();
	const times: number[] = [];
	for (let round = 0; round < warmUps + rounds; round++) {
		const body = JSON.stringify({ ...rows[0], content, title: `${title} (${round})`, version: undefined });
		const saved = await fetch(post, { method: "PUT", headers, body });
		if (!saved.ok) throw new Error(`the post was not saved: ${await saved.text()}`);
		await new Promise((resolve) => setTimeout(resolve, noticeMs));
		const missesBefore = await countMisses(site.url);
		const ofRound: number[] = [];
		for (const path of publicPaths) ofRound.push(await firstAnswerMs(site.url + path));
		if ((await countMisses(site.url)) - missesBefore !== publicPaths.length) throw new Error("a page was in memory");
		if (round >= warmUps) times.push(...ofRound);
	}
	await site.stop();
	return [
		{ what: "any page on a miss, until its first byte", value: median(times), unit: "ms", goal: { atMost: 10 } },
		{ what: "any page on a miss, 95 %", value: percentile(times, 0.95), unit: "ms" },
	];
}

async function firstAnswerMs(url: string): Promise<number> {
	const began = performance.now();
	const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
	const ms = performance.now() - began;
	if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
	await answer.arrayBuffer();
	return ms;
}

async function countMisses(siteUrl: string): Promise<number> {
	const metrics = await (await fetch(`${siteUrl}/metrics`)).text();
	return Number(/^page_cache_lookups_total\{result="miss"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
