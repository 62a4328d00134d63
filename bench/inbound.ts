import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SiteServer, startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { noDovecot, startDovecot } from "../tests/dovecot.ts";
import { inboundSettings, signedRequest } from "../tests/inbound-message.ts";
import { type Figure, median } from "./figure.ts";

const rounds = 20;
const largeRounds = 3;

const message = (id: string, body = "Could you photograph our opening night?\r\n", headers = "") =>
	new Uint8Array(
		Buffer.from(
			`From: Iris Vale <iris@vale.example>\r\nTo: hello@firm.example\r\nSubject: ${id}\r\nMessage-ID: <${id}@vale.example>\r\n${headers}\r\n${body}`,
		),
	);

/** A message of just under 25 MiB: a picture of the usual kind, in Base64. */
function largeMessage(id: string): Uint8Array<ArrayBuffer> {
	const content = randomBytes(18.2 * 1024 * 1024)
		.toString("base64")
		.replace(/.{76}/g, "$&\r\n");
	const body = `--b\r\n\r\nHere it is.\r\n--b\r\nContent-Type: image/tiff; name="scan.tiff"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--b--\r\n`;
	return message(id, body, "Content-Type: multipart/mixed; boundary=b\r\n");
}

/** Listens at the desk. @returns a function that resolves when a message of this subject is on it */
async function openDesk(site: SiteServer) {
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	const ending = new AbortController();
	const stream = await fetch(`${site.url}/api/live`, { headers: { authorization }, signal: ending.signal });
	const waiting = new Map<string, () => void>();
	const reading = (async () => {
		let text = "";
		for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text = text.slice(-200) + chunk;
			for (const [id, arrived] of waiting) if (text.includes(id)) arrived();
		}
	})().catch(() => undefined);
	return {
		arrival: (id: string) =>
			new Promise<void>((resolve) => {
				waiting.set(id, () => {
					waiting.delete(id);
					resolve();
				});
			}),
		close: async () => {
			ending.abort();
			await reading;
		},
	};
}

/** The longest time for which the site's main thread has computed at a stretch since then. */
function longestStretch(log: string, since: number): number {
	const lines = readFileSync(log, "utf8").trim().split("\n");
	const noted = lines.map((line) => line.split(" ").map(Number));
	return Math.max(0, ...noted.flatMap(([at = 0, ms = 0]) => (at >= since ? [ms] : [])));
}

/** Linux only; 0 elsewhere. */
function peakMb(pid: number): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}

/** From its arrival at the site until a message is on the desk, and what a large one costs the others. */
export async function measureInbound(): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), "bench-inbound-"));
	const incoming = join(folder, "in");
	const stretches = join(folder, "stretches");
	mkdirSync(incoming);
	const dovecot = noDovecot ? undefined : await startDovecot();
	const site = await startSite({
		...inboundSettings,
		INBOUND_DIR: incoming,
		...(dovecot && { INBOUND_IMAP_URL: dovecot.url }),
		NODE_OPTIONS: `--import ${join(import.meta.dirname, "longest-stretch.ts")}`,
		LONGEST_STRETCH_LOG: stretches,
	});
	const database = await site.openDatabase();
	while (dovecot && (await database.query("select 1 from inbound_mailboxes")).rows.length === 0);
	const desk = await openDesk(site);

	const post = async (bytes: Uint8Array<ArrayBuffer>) => {
		const answer = await fetch(`${site.url}/api/inbound-mail`, signedRequest(bytes));
		if (answer.status !== 201) throw new Error(await answer.text());
	};
	const put = (bytes: Uint8Array<ArrayBuffer>) => {
		const name = join(incoming, randomUUID());
		writeFileSync(name, bytes);
		renameSync(name, `${name}.eml`);
	};
	async function measureArrivals(deliver: (bytes: Uint8Array<ArrayBuffer>) => unknown): Promise<number[]> {
		const times: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const id = randomUUID();
			const arrival = desk.arrival(id);
			const started = performance.now();
			await Promise.all([arrival, deliver(message(id))]);
			times.push(performance.now() - started);
		}
		return times;
	}
	const arrivals = (by: string, times: number[], atMost: number): Figure[] => [
		{
			what: `a message is on the desk, by ${by}, the longest of ${rounds}`,
			value: Math.max(...times),
			unit: "ms",
			goal: { atMost },
		},
		{ what: "… the median", value: median(times), unit: "ms" },
	];
	const figures = [
		...arrivals("webhook", await measureArrivals(post), 2_000),
		...arrivals("folder", await measureArrivals(put), 2_000),
		...(dovecot ? arrivals("IMAP (IDLE)", await measureArrivals(dovecot.deliver), 5_000) : []),
	];

	const before = peakMb(site.pid);
	const began = Date.now();
	let grownByOne = 0;
	for (let round = 0; round < largeRounds; round++) {
		for (const deliver of [post, put, ...(dovecot ? [dovecot.deliver] : [])]) {
			const id = randomUUID();
			await Promise.all([desk.arrival(id), deliver(largeMessage(id))]);
			grownByOne ||= peakMb(site.pid) - before;
		}
	}
	const longest = longestStretch(stretches, began);
	const grown = peakMb(site.pid) - before;
	await desk.close();
	await database.close();
	await site.stop();
	await dovecot?.stop();
	rmSync(folder, { recursive: true });
	return [
		...figures,
		{
			what: "the main thread at a stretch while messages of 25 MiB come in, the longest (its own time)",
			value: longest,
			unit: "ms",
			goal: { atMost: 50 },
		},
		{ what: "memory that a message of 25 MiB took at most", value: grownByOne, unit: "MiB", goal: { atMost: 120 } },
		{ what: "… after all of them", value: grown, unit: "MiB" },
	];
}
