import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#tests/postgres-server.ts";
import { startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Figure, median } from "./figure.ts";
import { loadRequests } from "./load.ts";
import { processTree, proportionalMb } from "./processes.ts";

const starts = 5;
const connections = 10;

/** First and second start until the first answer; memory at the start, under a load and after it; the size of an installation. */
export async function measureStart(): Promise<Figure[]> {
	const own = await measureProcess({});
	const postgres = await startPostgres();
	const served = await measureProcess({
		DATABASE_URL: postgres.url,
		AUTH_JWT_SECRET: "only-for-the-bench-0123456789-0123456789",
	});
	await postgres.stop();
	return [
		{ what: "first start to the first answer", value: own.firstStartMs, unit: "ms", goal: { atMost: 6000 } },
		{ what: "second start to the first answer", value: own.startMs, unit: "ms", goal: { atMost: 2000 } },
		{ what: "memory after the start, with its own server", value: own.startMb, unit: "MB", goal: { atMost: 170 } },
		{ what: "memory under load, with its own server", value: own.underLoadMb, unit: "MB", goal: { atMost: 300 } },
		{
			what: "memory a minute and a half later, with its own server",
			value: own.laterMb,
			unit: "MB",
			goal: { atMost: 220 },
		},
		{ what: "memory under load, with another server", value: served.underLoadMb, unit: "MB" },
		{
			what: "memory a minute and a half later, with another server",
			value: served.laterMb,
			unit: "MB",
			goal: { atMost: 180 },
		},
		{
			what: "installation without development packages",
			value: productionInstallMb(),
			unit: "MB",
			goal: { atMost: 420 },
		},
	];
}

async function measureProcess(environment: Record<string, string>) {
	const began = performance.now();
	const site = await startSite({ SEED: "starter", ...environment });
	await fetch(site.url);
	const firstStartMs = performance.now() - began;
	const times: number[] = [];
	for (let i = 0; i < starts; i++) {
		await site.end();
		const restarted = performance.now();
		await site.start();
		await fetch(site.url);
		times.push(performance.now() - restarted);
	}
	const memory = () => proportionalMb(processTree(site.pid));
	const startMb = memory();
	let underLoadMb = 0;
	const watch = setInterval(() => {
		underLoadMb = Math.max(underLoadMb, memory());
	}, 250);
	await loadRequests({ url: `${site.url}/`, seconds: 3, connections: 50, headers: { "accept-encoding": "br" } });
	const inquiry = new URLSearchParams({ firstName: "Dana", lastName: "W", email: "d@example.com", message: "Hello" });
	await loadRequests({
		url: `${site.url}/contact`,
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded", origin: site.url },
		body: String(inquiry),
		seconds: 3,
		connections,
	});
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	await loadRequests({
		url: `${site.url}/api/contacts?limit=200`,
		seconds: 3,
		connections,
		headers: { authorization },
	});
	clearInterval(watch);
	await new Promise((resolve) => setTimeout(resolve, 90_000));
	const laterMb = memory();
	await site.stop();
	return { firstStartMs, startMs: median(times), startMb, underLoadMb, laterMb };
}

function productionInstallMb(): number {
	const folder = mkdtempSync(join(tmpdir(), "bench-install-"));
	for (const file of ["package.json", "package-lock.json"]) cpSync(file, join(folder, file));
	const { status, stderr } = spawnSync("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], {
		cwd: folder,
		encoding: "utf8",
		shell: process.platform === "win32",
	});
	if (status !== 0) throw new Error(stderr);
	const { stdout } = spawnSync("du", ["-sm", folder], { encoding: "utf8" });
	rmSync(folder, { recursive: true });
	return Number.parseInt(stdout, 10);
}
