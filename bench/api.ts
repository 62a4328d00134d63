import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import type { Figure } from "./figure.ts";
import { type LoadResult, loadCore, loadRequests, pinToCore, serverCore, unpin } from "./load.ts";
import { processTree } from "./processes.ts";
import { fillTables } from "./rows.ts";

const seconds = 4;
/** Until the engine has compiled what it runs most. */
const warmUpSeconds = 5;
const connections = 20;
const sizes = [1_000, 10_000, 100_000];

const booking = {
	name: "Dana Whitfield",
	email: "dana@example.com",
	phone: null,
	service_type: "Photography",
	preferred_date: null,
	preferred_time: null,
	message: "Portraits of nine people.",
	status: "new",
};

export type Endpoint = { what: string; method: "GET" | "POST"; path: string; body?: string };

/** Endpoints whose cost must not grow with the table: what each does, and its request. */
export const endpoints: readonly Endpoint[] = [
	{ what: "create a booking", method: "POST", path: "/api/bookings", body: JSON.stringify(booking) },
	{ what: "list 200 bookings", method: "GET", path: "/api/bookings?limit=200" },
	{ what: "list 200 inquiries", method: "GET", path: "/api/contacts?limit=200" },
	{ what: "list 200 applications", method: "GET", path: "/api/applications?limit=200" },
];

/** The program with its own database server on one core, with the load on the other. */
export async function measureApi(): Promise<Figure[]> {
	const results = new Map<number, LoadResult[]>();
	pinToCore(process.pid, loadCore);
	for (const size of sizes) results.set(size, await measureAt(size));
	unpin();
	const [create, list] = results.get(sizes[0] ?? 0) ?? [];
	return [
		{ what: "create a booking over HTTP", value: create?.perSecond ?? 0, unit: "/s", goal: { atLeast: 1000 } },
		{ what: "create a booking, 99 %", value: create?.p99 ?? 0, unit: "ms" },
		{ what: "list 200 bookings over HTTP", value: list?.perSecond ?? 0, unit: "/s", goal: { atLeast: 300 } },
		{ what: "list 200 bookings, 99 %", value: list?.p99 ?? 0, unit: "ms" },
		...sizes.slice(1).flatMap((size, step) =>
			endpoints.map(({ what }, index) => {
				const before = results.get(sizes[step] ?? 0)?.[index]?.perSecond ?? 0;
				const after = results.get(size)?.[index]?.perSecond ?? 0;
				return {
					what: `${what}: cost at ${size.toLocaleString("en-US")} rows, of that at a tenth`,
					value: before / after,
					unit: "times",
					goal: { atMost: 2 },
				};
			}),
		),
	];
}

async function measureAt(size: number): Promise<LoadResult[]> {
	const site = await startSite();
	await site.kill();
	await fill(site, size);
	await site.start();
	for (const pid of processTree(site.pid)) pinToCore(pid, serverCore);
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	const results: LoadResult[] = [];
	for (const { method, path, ...rest } of endpoints) {
		const headers = { authorization, "content-type": "application/json" };
		const request = { url: `${site.url}${path}`, method, headers, connections, ...rest };
		await loadRequests({ ...request, seconds: warmUpSeconds });
		const result = await loadRequests({ ...request, seconds });
		if (result.failures > 0) throw new Error(`${result.failures} requests failed at ${path}`);
		results.push(result);
	}
	await site.stop();
	return results;
}

async function fill(site: SiteServer, size: number): Promise<void> {
	const database = await site.openDatabase();
	await fillTables(database, size);
	await database.close();
}
