import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteExpiredRecords } from "#features/privacy/retention.server.ts";
import { lockThread } from "#features/threads/thread-of-record.server.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";
import { intakeHooks } from "#wiring.server.ts";
import { inboundMailsTable } from "./inbound.table.ts";
import { forgetOldInbound } from "./inbound-privacy.server.ts";
import { createFolderReader } from "./sources/folder.server.ts";

const { app, call, rowOf, send } = startInboundDesk({
	INBOUND_KEEP_SOURCE_DAYS: "7",
	INBOUND_TRUSTED_AUTHSERV: "mx.firm.example",
	RETENTION_INQUIRIES_DAYS: "30",
	RETENTION_QUARANTINE_DAYS: "30",
});

/** The tables in which one of these words stands, whatever the column. */
async function tablesWith(...words: string[]): Promise<string[]> {
	const { rows: tables } = await app.deps.database.query(
		"select relnamespace::regnamespace::text as schema, relname as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)",
	);
	const found = [];
	for (const { schema, name } of tables) {
		const { rows } = await app.deps.database.query(
			`select 1 from ${schema}."${name}" t where t::text ilike any ($1) limit 1`,
			[words.map((word) => `%${word}%`)],
		);
		if (rows.length > 0) found.push(String(name));
	}
	return found;
}

async function filesWith(word: string): Promise<string[]> {
	const found = [];
	for (const bucket of ["mail-attachments", "mail-sources"] as const) {
		for await (const { name } of app.deps.storage.list(bucket)) {
			const stored = await app.deps.storage.get(bucket, name);
			if ((await new Response(stored?.body).text()).includes(word)) found.push(bucket);
		}
	}
	return found;
}

test("after an erasure nothing of a person is left, and a second delivery brings nothing back", async () => {
	const words = "the-violet-umbrella-of-the-client";
	const email = "erased-client@violet.example";
	const name = "Ottoline Violet";
	const contact = await insertContact(app.deps.db, { email, name });
	const other = await insertContact(app.deps.db, { email: "somebody-else@client.example" });
	const write = async (id: string) =>
		writeMessage(
			{
				From: `${name} <${email}>`,
				To: `hello+${(await lockThread(app.deps.db, { table: "contact_inquiries", id })).token}@firm.example`,
				Subject: words,
				"Content-Type": "multipart/mixed; boundary=b",
			},
			`--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>${words}</p>\r\n--b\r\nContent-Type: text/plain; name="${words}.txt"\r\nContent-Disposition: attachment\r\n\r\n${words}\r\n--b--`,
		);
	const message = await write(contact.id);
	const taken = await send(message);
	expect(taken).toMatchObject({ outcome: "thread", reason: "token" });
	await send(await write(other.id));
	await send(writeMessage({ From: `${name} <${email}>`, Subject: words, "List-Id": "<news.example>" }));

	const exported = await call<string>("POST", "/api/privacy/export", { email });
	for (const part of ['"inbound_mails"', '"threads"', '"record_id": null', "attachments/", "messages/"]) {
		expect(exported.body).toContain(part);
	}
	expect(exported.body.split(words).length).toBeGreaterThan(6);
	expect(await tablesWith(words)).toEqual(expect.arrayContaining(["inbound_mails", "thread_messages", "mails"]));
	expect((await filesWith(words)).sort()).toEqual([
		"mail-attachments",
		"mail-attachments",
		"mail-sources",
		"mail-sources",
		"mail-sources",
	]);

	const erased = await call("POST", "/api/privacy/erase", { email, confirmation: email });
	expect(erased.body).toMatchObject({
		messages: 2,
		attachments: 2,
		note: "The mailbox itself keeps its copies; delete them there.",
	});
	expect(await tablesWith(words, email, name)).toEqual([]);
	expect(await filesWith(words)).toEqual([]);
	for (const word of [words, email, name]) expect(JSON.stringify(app.log)).not.toContain(word);
	expect(await send(message)).toMatchObject({ status: 200, id: taken.id, duplicate: true });
	expect(await tablesWith(words, email, name)).toEqual([]);

	const { body } = await call<{ messages: { kind: string; text: string }[] }>(
		"GET",
		`/api/threads/contact_inquiries/${other.id}`,
	);
	expect(body.messages.filter(({ kind }) => kind === "received")).toMatchObject([{ text: "Erased" }]);
});

const erasedRow = { from_name: null, from_address: null, subject: null, message_id: null, file: null };

test("the preview of an erasure counts what an address wrote to others, and emails that belong to no record", async () => {
	const email = "only-elsewhere@umber.example";
	const other = await insertContact(app.deps.db, { email: "umber-friend@client.example" });
	const { token } = await lockThread(app.deps.db, { table: "contact_inquiries", id: other.id });
	const from = { From: `Ursula Umber <${email}>` };
	const body = "--b\r\n\r\nHello\r\n--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nA\r\n--b--";
	const parts = { "Content-Type": "multipart/mixed; boundary=b", To: `hello+${token}@firm.example` };
	await send(writeMessage({ ...from, ...parts }, body));
	await send(writeMessage({ ...from, "List-Id": "<news.example>" }));
	const preview = await call<{ counts: object }>("POST", "/api/privacy/preview", { email });
	const counts = { messages: 1, attachments: 1, received_emails: 2 };
	expect(preview.body.counts).toMatchObject(counts);
	const erased = await call("POST", "/api/privacy/erase", { email, confirmation: email });
	expect(erased.body).toMatchObject(counts);
});

test("an email goes with its inquiry, its application, or its time on hold; its key stays", async () => {
	const opened = await send(writeMessage());
	const held = await send(
		writeMessage({ "Authentication-Results": "mx.firm.example; dmarc=fail header.from=vale.example" }),
	);
	const application = await insertApplication(app.deps.db);
	const { token } = await lockThread(app.deps.db, { table: "job_applications", id: application.id });
	const ofCandidate = await send(writeMessage({ To: `hello+${token}@firm.example` }));
	expect([opened, held, ofCandidate]).toMatchObject([{ outcome: "new" }, { outcome: "held" }, { outcome: "thread" }]);
	const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000);

	app.setTime(days(29));
	await deleteExpiredRecords(app.deps);
	for (const { id } of [opened, held, ofCandidate]) {
		expect(await rowOf(id)).toMatchObject({ from_address: expect.any(String), file: expect.any(String) });
	}
	const files = await Promise.all([opened, held, ofCandidate].map(async ({ id }) => String((await rowOf(id)).file)));

	app.setTime(days(31));
	await deleteExpiredRecords(app.deps);
	app.setTime(new Date());
	expect((await call("DELETE", `/api/applications/${application.id}`)).status).toBe(204);
	for (const { id } of [opened, held, ofCandidate]) {
		expect(await rowOf(id)).toMatchObject({ ...erasedRow, key: expect.any(String) });
	}
	for (const file of files) expect(await app.deps.storage.get("mail-sources", file)).toBeUndefined();
});

test("sources are kept for INBOUND_KEEP_SOURCE_DAYS, what was ignored for 90 days, and its key for a year", async () => {
	const person = await send(writeMessage());
	const list = await send(writeMessage({ "List-Id": "<news.example>" }));
	const messageId = (await rowOf(person.id)).thread_message_id;
	const forgetAfter = async (days: number) => {
		await app.deps.db.update(inboundMailsTable).set({ at: sql`now() - ${days} * interval '1 day'` });
		await forgetOldInbound(app.deps);
	};
	const sources = async () => {
		const names = [];
		for await (const { name } of app.deps.storage.list("mail-sources")) names.push(name);
		return names;
	};
	const source = () => call("GET", `/api/thread-messages/${messageId}/source`);
	const listed = async () =>
		(await call<{ rows: { id: string }[] }>("GET", "/api/inbound")).body.rows.map(({ id }) => id);

	await forgetAfter(6.9);
	expect(await sources()).toHaveLength(2);
	expect((await source()).status).toBe(200);
	await forgetAfter(7.1);
	expect(await sources()).toEqual([]);
	expect((await source()).status).toBe(404);
	expect(await rowOf(list.id)).toMatchObject({ file: null, from_address: expect.any(String) });
	expect((await call("POST", `/api/inbound/${list.id}/take`, { into: null })).status).toBe(409);

	await forgetAfter(89);
	expect(await listed()).toContain(list.id);
	await forgetAfter(91);
	expect(await listed()).not.toContain(list.id);
	expect(await rowOf(list.id)).toMatchObject({ from_name: null, from_address: null, subject: null, message_id: null });
	expect(await listed()).toContain(person.id);

	await forgetAfter(364);
	expect(await rowOf(list.id)).toMatchObject({ outcome: "ignored", key: expect.any(String) });
	await forgetAfter(366);
	const rows = await app.deps.db.select().from(inboundMailsTable).where(eq(inboundMailsTable.outcome, "ignored"));
	expect(rows).toEqual([]);
	expect(await rowOf(person.id)).toMatchObject({ outcome: "new" });
});

// A9
test("an erasure names the emails that no program could read, and they end with the sources", async () => {
	const folder = mkdtempSync(join(tmpdir(), "inbound-"));
	app.deps.settings.inbound.dir = folder;
	const put = (part: string, name: string, days: number) => {
		mkdirSync(join(folder, part), { recursive: true });
		const path = join(folder, part, name);
		writeFileSync(path, "?");
		const then = new Date(Date.now() - days * 24 * 3600_000);
		utimesSync(path, then, then);
	};
	try {
		const email = "no-one@umber.example";
		const erase = () => call("POST", "/api/privacy/erase", { email, confirmation: email });
		expect((await erase()).body.note).not.toContain("failed");
		writeFileSync(join(folder, "odd.eml"), new Uint8Array([0, 1, 2]));
		await createFolderReader(app.deps, intakeHooks(app.deps), folder)();
		expect((await erase()).body.note).toMatch(/Check in INBOUND_DIR\/failed .*: odd\.eml\.$/);
		expect(JSON.stringify(app.log)).not.toContain("odd.eml");

		put("failed", "young.eml", 6.9);
		put("failed", "old.eml", 7.1);
		// Earlier versions kept here what they had taken in.
		put("done", "old.eml", 7.1);
		await forgetOldInbound(app.deps);
		expect(readdirSync(join(folder, "failed"))).toEqual(["odd.eml", "young.eml"]);
		expect(readdirSync(join(folder, "done"))).toEqual([]);
	} finally {
		app.deps.settings.inbound.dir = undefined;
		rmSync(folder, { recursive: true });
	}
});
