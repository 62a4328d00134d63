import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { type Figure, median } from "./figure.ts";
import { type LoadResult, loadPage, pinToCore, serverCore } from "./load.ts";
import { measureMisses } from "./page-misses.ts";

/** Short turns and many: what else the machine does lasts longer than a round, and so hits all in it alike. */
const seconds = 1;
const rounds = 15;
/** Until what runs often has been compiled. */
const warmUpSeconds = 5;
/** Compressed quickly for the first who asks, a page is at its smallest a moment later. */
const compressionMs = 1_000;

/** A page as it goes over the wire, with the headers that the site chose. */
type Page = { headers: Record<string, string>; body: Buffer };

/** What each server writes by itself, or again for each answer. */
const ownHeaders = ["date", "connection", "keep-alive", "x-request-id"];

/** Public pages from memory, beside nginx and a bare Node server that send the same headers and bytes from the same core. */
export async function measurePages(): Promise<Figure[]> {
	const site = await startSite({ SEED: "starter" });
	pinToCore(site.pid, serverCore);
	const home = await measurePage(site, "/", "home page");
	const list = await measurePage(site, "/blog", "list of posts", { shareOfNginx: 0.35 });
	await site.stop();
	return [...home, ...list, ...(await measureMisses())];
}

async function measurePage(
	site: SiteServer,
	path: string,
	name: string,
	goals: { shareOfNginx?: number } = {},
): Promise<Figure[]> {
	const { status } = await fetch(site.url + path);
	await new Promise((resolve) => setTimeout(resolve, compressionMs));
	const page = await fetchCompressed(site.url + path);
	const rivals = [
		{ server: "this site", url: site.url + path, stop: () => {} },
		await startBareNode(page),
		await startNginx(page),
	].filter((rival) => rival !== undefined);
	const results = new Map<string, LoadResult[]>(rivals.map(({ server }) => [server, []]));
	for (const { url } of rivals) await loadPage(url, warmUpSeconds);
	for (let round = 0; round < rounds; round++) {
		for (const { server, url } of rivals) results.get(server)?.push(await loadPage(url, seconds));
	}
	for (const { stop } of rivals) await stop();
	const rates = (server: string) => (results.get(server) ?? []).map((result) => result.perSecond);
	const ownRates = rates("this site");
	/** The median of the rounds' own ratios. */
	const share = (server: string) => median(rates(server).map((rate, round) => (ownRates[round] ?? 0) / rate));
	const own = results.get("this site") ?? [];
	if (status !== 200 || own.some((result) => result.failures > 0)) throw new Error("the site did not answer");
	return [
		...rivals.map(({ server }) => ({ what: `${name}, ${server}`, value: median(rates(server)), unit: "requests/s" })),
		ratio(`${name}, share of a bare Node server`, share("bare Node"), 0.85),
		...(results.has("nginx") ? [ratio(`${name}, share of nginx`, share("nginx"), goals.shareOfNginx ?? 0.5)] : []),
		{
			what: `${name}, 99 % of the answers at 50 connections`,
			value: median(own.map((result) => result.p99)),
			unit: "ms",
			goal: { atMost: 10 },
		},
	];
}

const ratio = (what: string, value: number, atLeast: number): Figure => ({ what, value, unit: "", goal: { atLeast } });

async function fetchCompressed(url: string): Promise<Page> {
	const [response] = await once(request(url, { headers: { "accept-encoding": "br" } }).end(), "response");
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk);
	const headers = Object.entries<string>(response.headers).filter(([name]) => !ownHeaders.includes(name));
	return { headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

/** Started by this file again, in a process of its own. */
async function startBareNode({ headers, body }: Page) {
	const folder = mkdtempSync(join(tmpdir(), "bench-node-"));
	writeFileSync(join(folder, "headers.json"), JSON.stringify(headers));
	writeFileSync(join(folder, "page.br"), body);
	const port = await freePort();
	const child = spawn(process.execPath, [import.meta.filename, "bare-node", String(port), folder], { stdio: "ignore" });
	await untilAnswered(`http://localhost:${port}/`);
	pinToCore(child.pid ?? 0, serverCore);
	return {
		server: "bare Node",
		url: `http://localhost:${port}/`,
		stop: () => {
			child.kill();
			rmSync(folder, { recursive: true });
		},
	};
}

async function startNginx({ headers, body }: Page) {
	if (spawnSync("which", ["nginx"]).status !== 0) return undefined;
	const folder = mkdtempSync(join(tmpdir(), "bench-nginx-"));
	const port = await freePort();
	writeFileSync(join(folder, "index.html"), body);
	const { "content-type": _type, "content-length": _length, etag: _etag, ...added } = headers;
	const addHeaders = Object.entries(added).map(([name, value]) => `add_header ${name} "${value}";`);
	writeFileSync(
		join(folder, "nginx.conf"),
		`daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
	access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on; open_file_cache max=10;
	types { text/html html; }
	server { listen 127.0.0.1:${port}; root ${folder}; ${addHeaders.join(" ")} }
}`,
	);
	const child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
	const url = `http://localhost:${port}/`;
	await untilAnswered(url);
	const workers = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" }).stdout;
	for (const pid of workers.trim().split("\n")) pinToCore(Number(pid), serverCore);
	return {
		server: "nginx",
		url,
		stop: async () => {
			child.kill();
			await once(child, "exit");
			rmSync(folder, { recursive: true });
		},
	};
}

async function untilAnswered(url: string): Promise<void> {
	for (let attempt = 0; attempt < 100; attempt++) {
		if (await fetch(url).catch(() => undefined)) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`nothing answers at ${url}`);
}

if (process.argv[2] === "bare-node") {
	const { readFileSync } = await import("node:fs");
	const [port, folder = ""] = process.argv.slice(3);
	const body = readFileSync(join(folder, "page.br"));
	const headers = JSON.parse(readFileSync(join(folder, "headers.json"), "utf8"));
	createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(Number(port), "127.0.0.1");
}
