import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Endpoint, endpoints } from "./api.ts";
import { type Figure, median } from "./figure.ts";
import { loadRequests } from "./load.ts";

const rounds = 7;
const seconds = 2;
const connections = 20;
const rows = 200;

/**
 * Requests a second of this checkout and of another, already built one (BENCH_BESIDE), in turns. Nothing is kept to one core:
 * a database server of its own is worth what it takes over from the program.
 */
export async function measureBeside(): Promise<Figure[]> {
	const ours = await startFilled(process.cwd());
	const theirs = await startFilled(otherCheckout());
	const figures: Figure[] = [];
	for (const endpoint of endpoints) {
		const ratios: number[] = [];
		const speeds = { ours: 0, theirs: 0 };
		for (let round = 0; round <= rounds; round++) {
			speeds.theirs = await load(theirs, endpoint);
			speeds.ours = await load(ours, endpoint);
			// The first round compiles.
			if (round > 0) ratios.push(speeds.ours / speeds.theirs);
		}
		figures.push({ what: `${endpoint.what}: this checkout beside the other`, value: median(ratios), unit: "times" });
		figures.push({ what: `${endpoint.what}, last round, this checkout`, value: speeds.ours, unit: "/s" });
		figures.push({ what: `${endpoint.what}, last round, the other`, value: speeds.theirs, unit: "/s" });
	}
	await Promise.all([ours.site.stop(), theirs.site.stop()]);
	return figures;
}

function otherCheckout(): string {
	const root = process.env.BENCH_BESIDE;
	if (!root) throw new Error("name the folder of the other checkout, built, in BENCH_BESIDE");
	return root;
}

type Running = { site: SiteServer; headers: Record<string, string> };

async function startFilled(root: string): Promise<Running> {
	const site = await startSite({ ADMIN_PASSWORD: "correct horse battery staple" }, { root });
	const running = {
		site,
		headers: { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" },
	};
	for (const endpoint of endpoints.filter(({ method }) => method === "POST")) {
		for (let row = 0; row < rows; row++) {
			const answer = await fetch(`${site.url}${endpoint.path}`, { ...endpoint, headers: running.headers });
			if (!answer.ok) throw new Error(await answer.text());
		}
	}
	return running;
}

async function load({ site, headers }: Running, { method, path, body }: Endpoint): Promise<number> {
	const url = `${site.url}${path}`;
	const result = await loadRequests({ url, method, headers, connections, seconds, ...(body && { body }) });
	if (result.failures > 0) throw new Error(`${result.failures} requests failed at ${url}`);
	return result.perSecond;
}
