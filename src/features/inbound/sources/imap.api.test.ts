import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inboundSourcesTable } from "#features/inbound/inbound.table.ts";
import { inboundMailboxesTable, inboundMailsTable } from "#features/threads/threads.table.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { intakeHooks } from "#releases.server.ts";
import { startTestApp, type TestApp } from "#tests/app.ts";
import { type Dovecot, noDovecot, startDovecot } from "#tests/dovecot.ts";
import { corpus, corpusMessage } from "#tests/inbound-corpus.ts";
import { inboundSettings, setUpCorpusThreads } from "#tests/inbound-threads.ts";
import { watchMailbox } from "./imap.server.ts";

const message = (subject: string, body = "Could you photograph our opening?") =>
	new Uint8Array(
		Buffer.from(
			`From: Iris Vale <iris@vale.example>\r\nTo: hello@firm.example\r\nSubject: ${subject}\r\nDate: Mon, 9 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${subject.replace(/\W/g, "")}@vale.example>\r\n\r\n${body}\r\n`,
		),
	);

const rows = (app: TestApp) => app.deps.db.select().from(inboundMailsTable).orderBy(inboundMailsTable.uid);
const subjects = async (app: TestApp) => (await rows(app)).map(({ subject }) => subject);

/** Reads the mailbox until `done`, as one process of the site. */
async function whileReading(app: TestApp, url: string, work: () => Promise<unknown>): Promise<void> {
	const stopping = new AbortController();
	const settings = { ...app.deps.settings, inbound: { ...app.deps.settings.inbound, imap: { url, pollSeconds: 60 } } };
	const stop = watchMailbox({ ...app.deps, settings, stopping: stopping.signal }, intakeHooks(app.deps));
	try {
		await work();
	} finally {
		stopping.abort();
		await stop();
	}
}

const isConnected = async (app: TestApp) => (await app.deps.metrics.inboundConnected.get()).values[0]?.value === 1;
const becomes = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

test("a mailbox has a user and a host, and is spoken to by IMAP", () => {
	for (const url of ["imaps://host", "https://a:b@host", "imaps://a:b@"]) {
		expect(() => readSettings({ INBOUND_IMAP_URL: url })).toThrow("INBOUND_IMAP_URL");
	}
});

describe.skipIf(noDovecot)(`IMAP against a real server${noDovecot ? ` (skipped: ${noDovecot})` : ""}`, () => {
	const app = startTestApp(inboundSettings);
	let server: Dovecot;
	beforeAll(async () => {
		server = await startDovecot();
	});
	afterAll(() => server?.stop());

	test("what lies there already is left alone; what comes then is read at once, marked, and left in its place", async () => {
		server.deliver(message("Long ago"));
		await whileReading(app, server.url, async () => {
			await becomes(async () => expect(await isConnected(app)).toBe(true));
			const delivered = Date.now();
			server.deliver(message("Opening night"));
			await becomes(async () => expect(await subjects(app)).toEqual(["Opening night"]));
			expect(Date.now() - delivered).toBeLessThan(5_000);
		});
		expect(await rows(app)).toMatchObject([{ source: "imap", outcome: "new", mailbox: `desk@127.0.0.1/INBOX` }]);
		expect(await app.deps.db.select().from(inboundMailboxesTable)).toMatchObject([{ last_uid: 2 }]);
	});

	test("a connection that is cut is opened again, and what came meanwhile is read", async () => {
		await whileReading(app, server.url, async () => {
			await becomes(async () => expect(await isConnected(app)).toBe(true));
			await server.restart();
			server.deliver(message("After the cut"));
			await becomes(async () => expect(await subjects(app)).toEqual(["Opening night", "After the cut"]));
		});
	}, 30_000);

	test("numbers that change double nothing and lose nothing", async () => {
		await server.changeUidValidity();
		server.deliver(message("After the change"));
		await whileReading(app, server.url, () =>
			becomes(async () => expect(await subjects(app)).toContain("After the change")),
		);
		expect((await subjects(app)).filter((subject) => subject === "Opening night")).toHaveLength(1);
		// What lay there at first has arrived within the day that is read again.
		expect((await subjects(app)).length).toBe(4);
	}, 30_000);

	test("a refused password is told, without the password, and tried again only much later", async () => {
		const wrong = server.url.replace(/:[^:@/]+@/, ":the-wrong-word@");
		await whileReading(app, wrong, async () => {
			await becomes(async () => {
				expect(await app.deps.db.select().from(inboundSourcesTable)).toMatchObject([
					{ last_error: "The mail server refused the sign-in.", connected: false },
				]);
			});
		});
		expect(JSON.stringify(app.log)).not.toContain("the-wrong-word");
	}, 30_000);

	test("one of two processes reads, and the other takes over", async () => {
		const first = new AbortController();
		const deps = {
			...app.deps,
			settings: {
				...app.deps.settings,
				inbound: { ...app.deps.settings.inbound, imap: { url: server.url, pollSeconds: 60 } },
			},
		};
		const stopFirst = watchMailbox({ ...deps, stopping: first.signal }, intakeHooks(app.deps));
		await becomes(async () => expect(await isConnected(app)).toBe(true));
		const holder = async () => (await app.deps.db.select().from(inboundSourcesTable))[0]?.holder;
		const before = await holder();
		await whileReading(app, server.url, async () => {
			server.deliver(message("For one of them"));
			await becomes(async () => expect(await subjects(app)).toContain("For one of them"));
			expect(await holder()).toBe(before);
			first.abort();
			await stopFirst();
			server.deliver(message("For the other"));
			await becomes(async () => expect(await subjects(app)).toContain("For the other"));
			expect(await holder()).not.toBe(before);
		});
		expect((await subjects(app)).filter((subject) => subject === "For one of them")).toHaveLength(1);
	}, 40_000);

	test("the corpus becomes what it becomes by the other ways", async () => {
		const { placeholders } = await setUpCorpusThreads(app.deps, "imap33");
		const before = (await rows(app)).length;
		for (const { file } of corpus.messages) server.deliver(corpusMessage(file, placeholders));
		const expected = corpus.messages.filter(({ outcome }) => outcome !== "duplicate");
		await whileReading(app, server.url, () =>
			becomes(async () => expect((await rows(app)).length - before).toBe(expected.length)),
		);
		const found = (await rows(app)).slice(before);
		expect(found.map(({ outcome }) => outcome)).toEqual(expected.map(({ outcome }) => outcome));
	}, 40_000);
});
