import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#tests/postgres-server.ts";
import { startSite } from "../e2e/site-server.ts";
import { type Figure, median } from "./figure.ts";
import { residentMb } from "./live.ts";
import { loadPage, loadRequests } from "./load.ts";

const starts = 5;

/** A second start until the first answer, memory under a load and after it, and the size of an installation for production. */
export async function measureStart(): Promise<Figure[]> {
	const own = await measureProcess({});
	const postgres = await startPostgres();
	const served = await measureProcess({
		DATABASE_URL: postgres.url,
		AUTH_JWT_SECRET: "only-for-the-bench-0123456789-0123456789",
	});
	await postgres.stop();
	return [
		{ what: "second start to the first answer", value: own.startMs, unit: "ms", goal: { atMost: 2000 } },
		{ what: "memory under load, with its own server", value: own.underLoadMb, unit: "MB" },
		{
			what: "memory a quarter of a minute later, with its own server",
			value: own.memoryMb,
			unit: "MB",
			goal: { atMost: 250 },
		},
		{ what: "memory under load, with another server", value: served.underLoadMb, unit: "MB" },
		{
			what: "memory a quarter of a minute later, with another server",
			value: served.memoryMb,
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
	const site = await startSite({ SEED: "starter", ...environment });
	const times: number[] = [];
	for (let i = 0; i < starts; i++) {
		await site.kill();
		const began = performance.now();
		await site.start();
		await fetch(site.url);
		times.push(performance.now() - began);
	}
	await loadPage(`${site.url}/`, 3);
	const inquiry = new URLSearchParams({ firstName: "Dana", lastName: "W", email: "d@example.com", message: "Hello" });
	await loadRequests({
		url: `${site.url}/contact`,
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded", origin: site.url },
		body: String(inquiry),
		seconds: 3,
		connections: 10,
	});
	const underLoadMb = residentMb(site.pid);
	await new Promise((resolve) => setTimeout(resolve, 15_000));
	const memoryMb = residentMb(site.pid);
	await site.stop();
	return { startMs: median(times), underLoadMb, memoryMb };
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
