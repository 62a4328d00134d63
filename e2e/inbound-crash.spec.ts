import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { DatabaseHandle } from "#platform/database/database.server.ts";
import { noDovecot, startDovecot } from "#tests/dovecot.ts";
import { inboundSettings, mailOf } from "#tests/inbound-message.ts";
import { intoFolder, type MailLoad, type SentMail, startMailLoad, sumOf } from "./mail-load.ts";
import { newSharedSite } from "./shared-services.ts";
import { findProcesses, killProcesses } from "./site-processes.ts";
import { ownServer, prepared, type SiteServer, startSite } from "./site-server.ts";

const isLong = process.env.TEST_ALL === "1";
/** `npm run torture` asks for 100. */
const kills = Number(process.env.KILLS ?? (isLong ? 12 : 1));

const isRead = async (database: DatabaseHandle) =>
	(await database.query("select 1 from inbound_mailboxes")).rows.length === 1;

/** Every way in which what is stored contradicts what was sent. */
async function findLosses(site: SiteServer, database: DatabaseHandle, sent: readonly SentMail[]): Promise<string[]> {
	const { rows } = await database.query(`select i.message_id, i.outcome, m.thread_id, a.file,
			(select count(*)::int from thread_messages t where t.message_id = i.message_id) as messages
		from inbound_mails i
		left join thread_messages m on m.id = i.thread_message_id
		left join thread_attachments a on a.message_id = m.id`);
	const losses: string[] = [];
	const threads = new Map(rows.map((row) => [String(row.message_id), row.thread_id]));
	for (const { id, answers, fileSum } of sent) {
		const stored = rows.filter((row) => row.message_id === id);
		const [row] = stored;
		if (!row || stored.length > 1 || row.messages !== 1) {
			losses.push(`${id} is there ${stored.length} times, and as ${row?.messages ?? 0} messages`);
			continue;
		}
		if (row.outcome !== (answers ? "thread" : "new")) losses.push(`${id} became ${row.outcome}`);
		if (answers && row.thread_id !== threads.get(answers)) losses.push(`${id} is not with what it answers`);
		const file = await readFile(join(site.folder, "files", "mail-attachments", String(row.file))).catch(
			() => undefined,
		);
		if (!file || sumOf(file) !== fileSum) losses.push(`the file of ${id} is ${file ? "another" : "missing"}`);
	}
	if (rows.length !== sent.length) losses.push(`${rows.length} of ${sent.length} messages are there`);
	const inquiries = sent.filter(({ answers }) => !answers).length;
	const { rows: contacts } = await database.query("select id from contact_inquiries");
	if (contacts.length !== inquiries) losses.push(`${inquiries} messages have made ${contacts.length} inquiries`);
	return losses;
}

/** Until the site, and not only folder and mailbox, has taken messages. */
async function untilTaken({ sent }: MailLoad): Promise<void> {
	const count = () => sent.filter(({ source }) => source === "webhook").length;
	for (const before = count(); count() < before + 2; ) await pause(20);
}

/** Kills the site with its database server, sometimes the one a moment after the other, and starts it again. */
async function killBoth(site: SiteServer, load: MailLoad): Promise<number> {
	await untilTaken(load);
	await pause(Math.random() * 300);
	const { site: own, server } = await findProcesses(site);
	let killed = killProcesses(server);
	if (Math.random() < 0.5) await pause(Math.random() * 300);
	killed += killProcesses(own);
	await site.ended();
	await site.start();
	return killed;
}

test("site and database server are killed while mail comes in by every way: each message is there once, and none is missing", {
	tag: "@long",
}, async () => {
	test.setTimeout(120_000 + kills * 20_000);
	const folder = await mkdtemp(join(tmpdir(), "test-incoming-"));
	const dovecot = noDovecot ? undefined : await startDovecot();
	const site = await startSite({
		...ownServer,
		...inboundSettings,
		INBOUND_DIR: folder,
		...(dovecot && { INBOUND_IMAP_URL: dovecot.url }),
	});
	try {
		const early = await site.openDatabase();
		// What lies in the mailbox before is left alone.
		if (dovecot) await expect.poll(() => isRead(early)).toBe(true);
		await early.close();
		const load = startMailLoad(site, {
			folder: intoFolder(folder),
			...(dovecot && { imap: async (message: Uint8Array, name: string) => dovecot.deliver(message, name) }),
		});
		let killed = 0;
		for (let round = 0; round < kills; round++) killed += await killBoth(site, load);
		await untilTaken(load);
		await load.stop();
		const database = await site.openDatabase();
		const count = async () => (await database.query("select count(*)::int as n from inbound_mails")).rows[0]?.n;
		await expect.poll(count, { timeout: 90_000 }).toBe(load.sent.length);
		expect(await findLosses(site, database, load.sent)).toEqual([]);
		const waiting = async () => (await readdir(folder)).filter((name) => name.endsWith(".eml"));
		await expect.poll(waiting).toEqual([]);
		await database.close();
		const ways = Object.entries(Object.groupBy(load.sent, ({ source }) => source));
		process.stdout.write(
			`mail in: ${kills} rounds, ${killed} processes killed, ${ways.map(([way, mails]) => `${mails?.length} by ${way}`).join(", ")}, ${load.refused()} requests cut off\n`,
		);
	} finally {
		await site.stop();
		await dovecot?.stop();
		await rm(folder, { recursive: true });
	}
});

test("of two processes one is connected to the mailbox, and when it is killed, the other takes over within a minute", {
	tag: "@long",
}, async () => {
	test.skip(noDovecot !== undefined, noDovecot);
	test.setTimeout(150_000);
	const dovecot = await startDovecot();
	const settings = { ...(await newSharedSite(prepared())), ...inboundSettings, INBOUND_IMAP_URL: dovecot.url };
	const sites = await Promise.all([startSite(settings), startSite(settings)]);
	const connected = async () => {
		const texts = await Promise.all(sites.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
		return sites.filter((_, index) => texts[index]?.includes("\ninbound_connected 1\n"));
	};
	const database = await sites[0].openDatabase();
	const subjects = async () =>
		(await database.query("select subject from inbound_mails order by uid")).rows.map(({ subject }) => subject);
	try {
		await expect.poll(() => isRead(database)).toBe(true);
		dovecot.deliver(mailOf("For the first"));
		await expect.poll(subjects).toEqual(["For the first"]);
		const [first, ...others] = await connected();
		expect(others).toEqual([]);
		await first?.kill();
		dovecot.deliver(mailOf("For the second"));
		await expect.poll(subjects, { timeout: 60_000 }).toEqual(["For the first", "For the second"]);
		await first?.start();
		dovecot.deliver(mailOf("For whoever reads"));
		await expect.poll(subjects).toEqual(["For the first", "For the second", "For whoever reads"]);
		expect(await connected()).toEqual(sites.filter((site) => site !== first));
	} finally {
		await database.close();
		await Promise.all(sites.map((site) => site.stop()));
		await dovecot.stop();
	}
});
