import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { forgetOldInbound } from "#features/threads/inbound-privacy.server.ts";
import { lockThread } from "#features/threads/thread-of-record.server.ts";
import { inboundMailsTable } from "#features/threads/threads.table.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";

const { app, call, rowOf, send } = startInboundDesk({ INBOUND_KEEP_SOURCE_DAYS: "7" });

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
			`--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--b\r\nContent-Type: text/plain; name="${words}.txt"\r\nContent-Disposition: attachment\r\n\r\n${words}\r\n--b--`,
		);
	const message = await write(contact.id);
	const taken = await send(message);
	expect(taken).toMatchObject({ outcome: "thread", reason: "token" });
	await send(await write(other.id));
	await send(writeMessage({ From: `${name} <${email}>`, Subject: words, "List-Id": "<news.example>" }));

	const exported = await call<string>("POST", "/api/privacy/export", { email });
	for (const part of ['"inbound_mails"', '"threads"', "attachments/", "messages/"]) {
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

	await forgetAfter(366);
	const rows = await app.deps.db.select().from(inboundMailsTable).where(eq(inboundMailsTable.outcome, "ignored"));
	expect(rows).toEqual([]);
	expect(await rowOf(person.id)).toMatchObject({ outcome: "new" });
});
