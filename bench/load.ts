import { execFileSync, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import autocannon from "autocannon";

export type LoadResult = { perSecond: number; p50: number; p99: number; failures: number };

const canPin = process.platform === "linux" && works("taskset", ["--version"]);
const hasWrk = works("which", ["wrk"]);

/** Keeps a process, with all its threads, on one core, so that server and load do not take each other's time. */
export function pinToCore(pid: number, core: number): void {
	if (canPin) execFileSync("taskset", ["-acp", String(core), String(pid)], { stdio: "ignore" });
}

/** Lets this process, which was pinned, run anywhere again. */
export function unpin(): void {
	if (canPin) execFileSync("taskset", ["-acp", `0-${cpus().length - 1}`, String(process.pid)], { stdio: "ignore" });
}

/** The core of whatever is measured, and that of the load. */
export const serverCore = 0;
export const loadCore = 1;

/**
 * The page with 50 connections for `seconds`, from the other core: by wrk where it is installed, whose own cost is the
 * smallest, else by autocannon.
 */
export async function loadPage(url: string, seconds: number): Promise<LoadResult> {
	if (!hasWrk) return loadRequests({ url, seconds, connections: 50, headers: { "accept-encoding": "br" } });
	const wrk = ["wrk", "-t1", "-c50", `-d${seconds}s`, "-H", "accept-encoding: br", "--latency", url];
	const [command = "", ...args] = canPin ? ["taskset", "-c", String(loadCore), ...wrk] : wrk;
	const { stdout } = spawnSync(command, args, { encoding: "utf8" });
	const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
	const milliseconds = (pattern: RegExp) => {
		const [, value = "0", unit = "ms"] = pattern.exec(stdout) ?? [];
		return Number(value) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1);
	};
	return {
		perSecond: figure(/Requests\/sec:\s+([\d.]+)/),
		p50: milliseconds(/50%\s+([\d.]+)(us|ms|s)/),
		p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/),
		failures: figure(/Non-2xx or 3xx responses: (\d+)/),
	};
}

type Requests = {
	url: string;
	seconds: number;
	connections: number;
	method?: "GET" | "POST" | "PATCH";
	headers?: Record<string, string>;
	body?: string;
};

/** Any request, again and again. */
export async function loadRequests({ seconds, ...options }: Requests): Promise<LoadResult> {
	const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
	return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failures: non2xx + errors };
}

function works(command: string, args: string[]): boolean {
	return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
