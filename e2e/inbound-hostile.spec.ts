import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { noDovecot, startDovecot } from "#tests/dovecot.ts";
import { inboundSettings, mailOf, signedRequest } from "#tests/inbound-message.ts";
import { intoFolder } from "./mail-load.ts";
import { findProcesses } from "./site-processes.ts";
import { ownServer, startSite } from "./site-server.ts";

/** Of each kind, by each way. `npm run torture` asks for 50. */
const each = Number(process.env.HOSTILE ?? 3);

const megabyte = 1024 * 1024;
const multipart = (boundary: string) =>
	`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`;
const csv = "1234,567.8\r\n".repeat(megabyte);
const csvHeader =
	"Content-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: 7bit";

/** What follows the first lines of a message. */
const kinds: Record<string, string> = {
	lines: `\r\n${"\r\n".repeat(3 * megabyte)}`,
	depth: Array.from({ length: 5_000 }, (_, level) => multipart(`b${level}`)).join(""),
	parts: `${multipart("b")}${"\r\nx\r\n--b\r\n".repeat(500_000)}`,
	headers: `${"X-Field: value\r\n".repeat(500_000)}\r\nx`,
	markup: `Content-Type: text/html\r\n\r\n${"<div>".repeat(190_000)}`,
	csv: `${multipart("b")}\r\nThe figures.\r\n--b\r\n${csvHeader}\r\n\r\n${csv}\r\n--b--`,
};

const hostile = (kind: string, name: string) =>
	new Uint8Array(
		Buffer.from(
			`From: Mallory <${name}@hostile.example>\r\nTo: hello@firm.example\r\nSubject: ${kind}\r\nMessage-ID: <${name}@hostile.example>\r\n${kinds[kind]}`,
		),
	);

const rssOf = async (pid: number) =>
	Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** A3: what a stranger sends costs the stranger's message at most. */
test("hostile email by every way delays no genuine email, and ends no process of the site but its reader", {
	tag: "@long",
}, async () => {
	test.skip(process.platform !== "linux", "memory is read from /proc");
	test.setTimeout(120_000 + each * 60_000);
	const incoming = await mkdtemp(join(tmpdir(), "test-incoming-"));
	const dovecot = noDovecot ? undefined : await startDovecot();
	const site = await startSite({
		...ownServer,
		...inboundSettings,
		INBOUND_DIR: incoming,
		...(dovecot && { INBOUND_IMAP_URL: dovecot.url }),
	});
	const database = await site.openDatabase();
	const post = async (message: Uint8Array<ArrayBuffer>) => {
		while ((await fetch(`${site.url}/api/inbound-mail`, signedRequest(message))).status >= 500) await pause(50);
	};
	const put = intoFolder(incoming);
	const ways: Record<string, (message: Uint8Array<ArrayBuffer>) => Promise<void>> = {
		webhook: post,
		folder: (message) => put(message, randomUUID()),
		...(dovecot && { imap: async (message: Uint8Array<ArrayBuffer>) => dovecot.deliver(message) }),
	};
	const count = async (where: string) =>
		Number((await database.query(`select count(*)::int as n from inbound_mails where ${where}`)).rows[0]?.n);
	try {
		if (dovecot)
			await expect.poll(async () => (await database.query("select 1 from inbound_mailboxes")).rows.length).toBe(1);
		let longest = 0;
		const send = async (deliver: (message: Uint8Array<ArrayBuffer>) => Promise<void>) => {
			const subject = `Genuine ${randomUUID()}`;
			const started = performance.now();
			await deliver(mailOf(subject));
			await expect.poll(() => count(`subject = '${subject}'`), { timeout: 60_000, intervals: [20] }).toBe(1);
			longest = Math.max(longest, performance.now() - started);
		};
		for (let warm = 0; warm < 5; warm++) for (const deliver of Object.values(ways)) await send(deliver);
		longest = 0;
		const before = await findProcesses(site);
		const calm = await rssOf(site.pid);
		let most = calm;
		let isOver = false;
		const watching = (async () => {
			for (; !isOver; await pause(50)) most = Math.max(most, await rssOf(site.pid));
		})();
		for (const kind of Object.keys(kinds)) {
			for (let number = 0; number < each; number++) {
				for (const [way, deliver] of Object.entries(ways)) {
					await deliver(hostile(kind, `${kind}-${way}-${number}`));
					await send(deliver);
				}
			}
		}
		isOver = true;
		await watching;
		const sent = each * Object.keys(ways).length;
		await expect
			.poll(() => count("coalesce(subject, '') not like 'Genuine %'"), { timeout: 60_000 })
			.toBe(sent * Object.keys(kinds).length);
		// Depth and headers are beyond what is read.
		expect(await count("reason = 'unreadable' and file is not null")).toBe(2 * sent);
		const files = await database.query(
			"select count(*)::int as n from thread_attachments where name = 'a.csv' and size = $1",
			[csv.length],
		);
		expect(files.rows).toEqual([{ n: sent }]);
		const after = await findProcesses(site);
		expect([after.site, after.server]).toEqual([before.site, before.server]);
		const figures = `hostile mail: ${sent} of each kind, a genuine one after ${Math.round(longest)} ms at most, ${Math.round(calm)} MiB calm, ${Math.round(most)} MiB at most`;
		process.stdout.write(`${figures}\n`);
		expect(longest, figures).toBeLessThan(5_000);
		expect(most, figures).toBeLessThan(1.5 * calm);
	} finally {
		await database.close();
		await site.stop();
		await dovecot?.stop();
		await rm(incoming, { recursive: true });
	}
});
