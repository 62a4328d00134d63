import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inboundMailboxesTable, inboundMailsTable, inboundSourcesTable } from "#features/inbound/inbound.table.ts";
import { startTestApp } from "#tests/app.ts";
import { type Dovecot, noDovecot, startDovecot } from "#tests/dovecot.ts";
import { type ImapLine, startImapLine } from "#tests/imap-line.ts";
import { corpus, corpusMessage } from "#tests/inbound-corpus.ts";
import { inboundSettings, mailOf } from "#tests/inbound-message.ts";
import { setUpCorpusThreads } from "#tests/inbound-threads.ts";
import {
	becomes,
	impatient,
	isConnected,
	receivedSubjects,
	startReading,
	type Wait,
	whileReading,
} from "#tests/mailbox-reader.ts";

const largeBytes = 25 * 1024 * 1024;

describe.skipIf(noDovecot)(`IMAP against a real server${noDovecot ? ` (skipped: ${noDovecot})` : ""}`, () => {
	const app = startTestApp(inboundSettings);
	let server: Dovecot;
	let line: ImapLine;
	beforeAll(async () => {
		server = await startDovecot();
	});
	afterAll(() => server?.stop());
	beforeEach(async () => {
		line = await startImapLine(server.url);
	});
	afterEach(() => line?.close());

	const source = async () => (await app.deps.db.select().from(inboundSourcesTable))[0];
	const comesIn = (subject: string) => becomes(async () => expect(await receivedSubjects(app)).toContain(subject));
	const connects = () => becomes(async () => expect(await isConnected(app)).toBe(true));

	test("what lies there already is left alone; what comes then is told by IDLE, marked as read, and left in its place", async () => {
		server.deliver(mailOf("Long ago"));
		await whileReading(app, server.url, async () => {
			await connects();
			server.deliver(mailOf("Opening night"));
			await comesIn("Opening night");
			await becomes(async () => expect(server.files().map((name) => name.split(",")[1])).toEqual(["", "S"]));
		});
		expect(await app.deps.db.select().from(inboundMailsTable)).toMatchObject([
			{ source: "imap", outcome: "new", mailbox: "desk@127.0.0.1/INBOX", subject: "Opening night" },
		]);
		expect(await app.deps.db.select().from(inboundMailboxesTable)).toMatchObject([{ last_uid: 2 }]);
	});

	test("a server that tells nothing while it idles is looked into every INBOUND_POLL_SECONDS", async () => {
		const stop = startReading(app, { url: line.url, pollSeconds: 1 });
		await connects();
		line.muteNews();
		server.deliver(mailOf("Not told of"));
		await comesIn("Not told of");
		await stop();
		expect(line.connections()).toBe(1);
	});

	test("a connection that is cut is opened again, and what came meanwhile is read", async () => {
		await whileReading(app, line.url, async () => {
			await connects();
			server.deliver(mailOf("After the cut"));
			line.cut();
			await comesIn("After the cut");
		});
		expect(line.connections()).toBe(2);
	});

	test("a server that is away from the start is knocked at after a second, twice as long each time, and at most every five minutes", async () => {
		const { port } = new URL(line.url);
		line.close();
		const waits: number[] = [];
		await whileReading(
			app,
			line.url,
			async () => {
				await becomes(async () => expect(waits.length).toBeGreaterThan(10));
				expect(await source()).toMatchObject({
					connected: false,
					last_error: "The mailbox can't be read (ECONNREFUSED). Check INBOUND_IMAP_URL.",
					failing_since: expect.any(Date),
				});
				expect(await isConnected(app)).toBe(false);
				server.deliver(mailOf("When it is back"));
				line = await startImapLine(server.url, Number(port));
				await comesIn("When it is back");
				await becomes(async () => expect(await source()).toMatchObject({ connected: true, failing_since: null }));
			},
			impatient(waits),
		);
		expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1000));
	});

	test("a refused password is told, without the password, and tried again five minutes later", async () => {
		const wrong = line.url.replace(/:[^:@/]+@/, ":the-wrong-word@");
		const waits: number[] = [];
		const untilStopped: Wait = async (ms, signal) => {
			waits.push(ms);
			await once(signal, "abort");
			return undefined;
		};
		await whileReading(app, wrong, () => becomes(async () => expect(waits).toEqual([300_000])), untilStopped);
		expect(await source()).toMatchObject({
			last_error: "The mail server refused the sign-in. Check INBOUND_IMAP_URL.",
			connected: false,
		});
		expect(line.connections()).toBe(1);
		expect(JSON.stringify([app.log, await source()])).not.toContain("the-wrong-word");
	});

	test("of two processes one reads, and when it stops, the other takes over", async () => {
		const stopFirst = startReading(app, { url: server.url });
		await connects();
		const holder = (await source())?.holder;
		await whileReading(
			app,
			server.url,
			async () => {
				server.deliver(mailOf("For one of them"));
				await comesIn("For one of them");
				expect((await source())?.holder).toBe(holder);
				await stopFirst();
				server.deliver(mailOf("For the other"));
				await comesIn("For the other");
				expect((await source())?.holder).not.toBe(holder);
			},
			impatient(),
		);
	});

	test("while another process may read, nobody connects; when its right has run out, that is over", async () => {
		const dead = randomUUID();
		await app.deps.db.update(inboundSourcesTable).set({ holder: dead, held_until: sql`now() + interval '1 hour'` });
		const waits: number[] = [];
		server.deliver(mailOf("Left by a dead process"));
		await whileReading(
			app,
			line.url,
			async () => {
				await becomes(async () => expect(waits.length).toBeGreaterThan(2));
				expect(line.connections()).toBe(0);
				expect(new Set(waits)).toEqual(new Set([5_000]));
				// As if the lease, which is 30 seconds, had come to its end.
				await app.deps.db.update(inboundSourcesTable).set({ held_until: sql`now()` });
				await comesIn("Left by a dead process");
			},
			impatient(waits),
		);
		expect(line.connections()).toBe(1);
	});

	test("a site that runs its own database server, which no other process uses, reads at once after it was killed", async () => {
		await app.deps.db
			.update(inboundSourcesTable)
			.set({ holder: randomUUID(), held_until: sql`now() + interval '1 hour'` });
		const waits: number[] = [];
		const stop = startReading(app, { url: server.url }, impatient(waits), { alone: true });
		await connects();
		expect(waits).toEqual([]);
		await stop();
	});

	test("a message of several pieces comes in whole, and of one that is too large only the header is fetched", async () => {
		const exact = mailOf("Two pieces");
		const padding = 2 * 1024 * 1024 - exact.length;
		const lines = `${"x".repeat(76)}\r\n`.repeat(padding / 78 + 1).slice(0, padding);
		await whileReading(app, line.url, async () => {
			server.deliver(mailOf("Two pieces", `Could you photograph our opening?${lines}`));
			await comesIn("Two pieces");
			const before = line.bytes();
			server.deliver(mailOf("Too large", "x".repeat(largeBytes)));
			await comesIn("Too large");
			expect(line.bytes() - before).toBeLessThan(100_000);
		});
		const received = await app.deps.db.select().from(inboundMailsTable).orderBy(inboundMailsTable.uid);
		expect(received.at(-2)).toMatchObject({ outcome: "new", size: 2 * 1024 * 1024 });
		expect(received.at(-1)).toMatchObject({
			outcome: "ignored",
			reason: "too_large",
			from_address: "iris@vale.example",
		});
		expect(received.at(-1)?.size).toBeGreaterThan(largeBytes);
	});

	test("the corpus becomes what it becomes by the other ways", async () => {
		const { placeholders } = await setUpCorpusThreads(app.deps, "imap33");
		const before = await app.deps.db.$count(inboundMailsTable);
		for (const { file } of corpus.messages) server.deliver(corpusMessage(file, placeholders));
		const expected = corpus.messages.filter(({ outcome }) => outcome !== "duplicate");
		await whileReading(app, server.url, () =>
			becomes(async () => expect((await app.deps.db.$count(inboundMailsTable)) - before).toBe(expected.length)),
		);
		const found = (await app.deps.db.select().from(inboundMailsTable).orderBy(inboundMailsTable.uid)).slice(before);
		expect(found.map(({ outcome }) => outcome)).toEqual(expected.map(({ outcome }) => outcome));
	});

	test("numbers that change double nothing and lose nothing", async () => {
		const before = await receivedSubjects(app);
		await server.changeUidValidity();
		server.deliver(mailOf("After the change"));
		await whileReading(app, server.url, () => comesIn("After the change"));
		// What lay there at first has arrived within the day that is read again.
		expect((await receivedSubjects(app)).toSorted()).toEqual([...before, "Long ago", "After the change"].toSorted());
	});

	test("a full mailbox, which takes nothing from a program, is read and marked as any other", async () => {
		const full = await startDovecot({ quotaBytes: 1 });
		try {
			await whileReading(app, full.url, async () => {
				await connects();
				full.deliver(mailOf("Into the full mailbox"));
				await comesIn("Into the full mailbox");
				await becomes(async () => expect(full.files().map((name) => name.split(",")[1])).toEqual(["S"]));
			});
			expect(await source()).toMatchObject({ last_error: null });
			const { username, password, port } = new URL(full.url);
			const client = new ImapFlow({
				host: "127.0.0.1",
				port: Number(port),
				secure: false,
				auth: { user: username, pass: password },
				logger: false,
			});
			await client.connect();
			await expect(client.append("INBOX", Buffer.from(mailOf("One more")))).rejects.toMatchObject({
				serverResponseCode: "OVERQUOTA",
			});
			client.close();
		} finally {
			await full.stop();
		}
	});
});
