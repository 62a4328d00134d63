// Part of npm run torture: many connections at once, each sending the worst that it can, against a site of its own on
// this machine. Measures the memory of the site's processes, and whether other visitors are served meanwhile.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ownServer, type SiteServer, startSite } from "../e2e/site-server.ts";

const connections = Number(process.env.ATTACK_CONNECTIONS ?? 200);
const seconds = Number(process.env.ATTACK_SECONDS ?? 20);

/** At its worst moment the site may weigh this many times what it weighs when calm. */
const mostGrowth = 2;
/** A visitor who waits longer has gone. */
const patienceMs = 10_000;
const megabyte = 1024 * 1024;

type Message = { method?: "GET"; path: string; type?: string; body?: Buffer; drip?: boolean };

const part = (name: string, content: string, file = "") =>
	`--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
const multipart = (...parts: string[]) => ({
	type: "multipart/form-data; boundary=x",
	body: Buffer.from(`${parts.join("")}--x--\r\n`),
});
const urlEncoded = (body: string) => ({ type: "application/x-www-form-urlencoded", body: Buffer.from(body) });
const json = (value: object) => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) });
const text = (megabytes: number) => "x".repeat(megabytes * megabyte - 10_000);

const applicant = ["job_id", "firstName", "lastName", "email"].map((name) => part(name, "a"));
const resume = part("resume", `%PDF-1.7 ${text(10)}`, '; filename="cv.pdf"');
const large = {
	path: "/api/applications",
	...multipart(...Array.from({ length: 12 }, () => part("coverLetter", text(4)))),
};
const plain = { path: "/contact", ...urlEncoded(`firstName=a&message=${text(4)}`) };

/** What hurts most, each in its own way. Nothing of it is a valid form, so that the disk does not fill. */
const weapons: Record<string, () => Message> = {
	"unknown fields of 4 MB": once({
		path: "/api/applications",
		...multipart(...Array.from({ length: 12 }, (_, index) => part(`unknown${index}`, text(4)))),
	}),
	"known fields of 4 MB": once(large),
	"files of 10 MB": once({ path: "/api/applications", ...multipart(...applicant, resume) }),
	"plain forms of 4 MB": once(plain),
	"JSON of 4 MB": once({ path: "/contact", ...json({ message: text(4) }) }),
	"invitations of 4 MB": once({ path: "/api/invitations/accept", ...json({ token: text(4) }) }),
	"passwords in 1 MB": once({
		path: "/auth/v1/token?grant_type=password",
		...json({ email: "admin@pilcrow.example", password: "guess-4711", data: text(1) }),
	}),
	"uploads that hardly move": once({ ...large, drip: true }),
	"forms that hardly move": once({ ...plain, drip: true }),
	"addresses of nothing": () => ({ method: "GET", path: `/${randomUUID()}` }),
};

function once(message: Message): () => Message {
	return () => message;
}

const over = new AbortController();
const answers = new Map<string, number>();

/** Each connection comes from an address of its own, as it would from a network of stolen machines. */
async function attack(site: SiteServer, weapon: string, number: number): Promise<void> {
	const address = `198.18.${Math.floor(number / 250)}.${(number % 250) + 1}`;
	while (!over.signal.aborted) {
		const outcome = await send(site, address, weapons[weapon]?.() ?? { path: "/" });
		const line = `${weapon}: ${outcome}`;
		if (!over.signal.aborted) answers.set(line, (answers.get(line) ?? 0) + 1);
		// A refusal comes at once; asking again without a breath would measure this process instead of the site.
		await pause(50);
	}
}

/** @returns the status, or the code of the error that ended it */
function send(site: SiteServer, address: string, { method, path, type, body, drip }: Message): Promise<string> {
	return new Promise((done) => {
		const sent = request(site.url + path, {
			method: method ?? "POST",
			agent: false,
			signal: over.signal,
			headers: {
				"x-forwarded-for": address,
				...(type && { "content-type": type }),
				...(body && { "content-length": body.byteLength }),
			},
		});
		sent.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
		sent.once("response", (response) => {
			response.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
			response.resume().once("close", () => done(String(response.statusCode)));
		});
		if (drip && body) void dripOut(sent, body);
		else sent.end(body);
	});
}

/** A good part of the body, and then next to nothing of the rest. */
async function dripOut(sent: ClientRequest, body: Buffer): Promise<void> {
	const head = 200_000;
	sent.write(body.subarray(0, head));
	for (let at = head; !over.signal.aborted && !sent.destroyed; at++) {
		sent.write(body.subarray(at, at + 1));
		await pause(500);
	}
}

type Visit = { what: string; ms: number; failure?: string };

/** Someone who looks around and writes to the firm, one step after the other, for as long as the attack lasts. */
async function visit(site: SiteServer): Promise<Visit[]> {
	const visits: Visit[] = [];
	const form = new URLSearchParams({ firstName: "Ada", lastName: "Byron", email: "ada@example.com" });
	const step = async (what: string, init: RequestInit, expected: number) => {
		const started = performance.now();
		const failure = await fetch(site.url + what, { ...init, signal: AbortSignal.timeout(patienceMs) })
			.then(async (answer) => {
				await answer.arrayBuffer();
				return answer.status === expected ? undefined : String(answer.status);
			})
			.catch((error: Error) => error.name);
		visits.push({ what, ms: performance.now() - started, ...(failure && { failure }) });
	};
	for (let round = 0; !over.signal.aborted; round++) {
		form.set("message", `Round ${round}`);
		const headers = { "x-forwarded-for": `203.0.113.${(round % 250) + 1}` };
		await step("/", { headers }, 200);
		await step("/careers", { headers }, 200);
		await step("/contact", { headers, method: "POST", body: form }, 201);
		await pause(100);
	}
	return visits;
}

/** Of the process and all that it has started, in bytes: what each has alone and its share of what they have in common. */
function weigh(pid: number): number {
	const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
	const own = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) * 1024;
	return childrenOf(pid).reduce((sum, child) => sum + weighIfThere(child), own);
}

/** A child may end at any moment. */
function weighIfThere(pid: number): number {
	try {
		return weigh(pid);
	} catch {
		return 0;
	}
}

const childrenOf = (pid: number): number[] =>
	readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
	);

async function weighUntil(pid: number, ended: () => boolean): Promise<number> {
	let most = 0;
	while (!ended()) {
		most = Math.max(most, weigh(pid));
		await pause(100);
	}
	return most;
}

const megabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
const inMs = (visit: Visit | undefined) => `${Math.round(visit?.ms ?? 0)} ms`;

const site = await startSite({ ...ownServer, RATE_LIMITS: "on", TRUSTED_PROXIES: "1" });
let failures: string[];
try {
	const { pid } = site;
	// Calm is a site that a few people look at.
	const calmUntil = performance.now() + 5_000;
	const calmVisits = new AbortController();
	const visiting = (async () => {
		while (!calmVisits.signal.aborted) {
			for (const path of ["/", "/careers", "/contact", "/blog"]) await (await fetch(site.url + path)).arrayBuffer();
			await pause(200);
		}
	})();
	const calm = await weighUntil(pid, () => performance.now() > calmUntil);
	calmVisits.abort();
	await visiting;

	const names = Object.keys(weapons);
	const attackers = Array.from({ length: connections }, (_, number) =>
		attack(site, names[number % names.length] ?? "", number),
	);
	const visitor = visit(site);
	const peak = weighUntil(pid, () => over.signal.aborted);
	await pause(seconds * 1000);
	over.abort();
	await Promise.all(attackers);
	const visits = (await visitor).toSorted((a, b) => a.ms - b.ms);
	const failed = visits.filter(({ failure }) => failure);
	const most = await peak;

	for (const [line, count] of [...answers].toSorted()) console.log(`  ${line} × ${count}`);
	console.log(
		`attack: ${connections} connections for ${seconds} s; memory ${megabytes(calm)} when calm, at most ${megabytes(most)} ` +
			`(${(most / calm).toFixed(2)} times); ${visits.length} steps by a visitor, half of them within ` +
			`${inMs(visits[Math.floor(visits.length / 2)])}, the slowest ${inMs(visits.at(-1))}, ${failed.length} failed`,
	);
	failures = [
		...(most < calm * mostGrowth ? [] : [`the memory grew more than ${mostGrowth} times`]),
		...failed.map(({ what, failure }) => `a visitor was not served: ${what} ${failure}`),
		...(visits.length > 0 ? [] : ["no visitor got through"]),
	];
} finally {
	await site.kill();
	await site.stop();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
