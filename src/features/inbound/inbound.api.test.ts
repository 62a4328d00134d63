import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { lockThread } from "#features/threads/thread-of-record.server.ts";
import type { PresentedMessage, PresentedThread } from "#features/threads/threads.server.ts";
import { inboundMailsTable, threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { corpusMessage } from "#tests/inbound-corpus.ts";
import { setUpCorpusThreads } from "#tests/inbound-threads.ts";
import { inboundSettings, signedRequest } from "#tests/signed-message.ts";

const app = startTestApp({
	...inboundSettings,
	STAFF_EMAIL: "desk@firm.example",
	INBOUND_TRUSTED_AUTHSERV: "mx.firm.example",
	MAIL_FROM: "Pilcrow <hello@firm.example>",
	REPLY_UNDO_SECONDS: "0",
});
let ada: Awaited<ReturnType<typeof signInAs>>;
beforeEach(async () => {
	app.setTime(new Date());
	ada ??= await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
});

type Body = Record<string, unknown>;

async function call<T = Body>(method: string, path: string, body?: unknown) {
	const response = await app.api.request(path, {
		method,
		headers: { authorization: ada.authorization, ...(body !== undefined && { "content-type": "application/json" }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as T, response };
}

let numbered = 0;

/** A message as a person sends it, with these headers over the usual ones. */
function write(
	headers: Record<string, string> = {},
	body = "Could you photograph our opening night?",
): Uint8Array<ArrayBuffer> {
	const number = ++numbered;
	const all: Record<string, string> = {
		From: `Iris Vale <iris${number}@vale${number}.example>`,
		To: "hello@firm.example",
		Subject: `Opening night ${number}`,
		Date: "Mon, 9 Nov 2026 10:00:00 +0000",
		"Message-ID": `<${number}@vale.example>`,
		...headers,
	};
	const lines = Object.entries(all).filter(([, value]) => value !== "");
	return new Uint8Array(Buffer.from(`${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n${body}\r\n`));
}

async function send(message: Uint8Array<ArrayBuffer>) {
	// Replies have the time of the database.
	app.setTime(new Date());
	const response = await app.api.request("/api/inbound-mail", signedRequest(message));
	return {
		status: response.status,
		...((await response.json()) as { id: string; outcome: string; reason: string | null }),
	};
}

const rowOf = async (id: string) => {
	const [row] = await app.deps.db.select().from(inboundMailsTable).where(eq(inboundMailsTable.id, id));
	if (!row) throw new Error("there is no such row");
	return row;
};
const messageOf = async (id: string) => {
	const { thread_message_id } = await rowOf(id);
	const [row] = await app.deps.db
		.select()
		.from(threadMessagesTable)
		.where(eq(threadMessagesTable.id, thread_message_id ?? ""));
	if (!row) throw new Error("it is in no conversation");
	return row;
};
const statusOf = async (id: string) =>
	(await app.deps.db.select().from(contactsTable).where(eq(contactsTable.id, id)))[0]?.status;
const mailsOf = (recordId: string, kind: "confirmation" | "notice") =>
	app.deps.db
		.select()
		.from(mailsTable)
		.where(eq(mailsTable.record_id, recordId))
		.then((rows) => rows.filter((row) => row.kind === kind));

describe("the webhook", () => {
	test("takes a signed message once, and says which it was the second time", async () => {
		const message = write();
		const first = await send(message);
		expect(first).toMatchObject({ status: 201, outcome: "new", reason: null });
		expect(await send(message)).toEqual({ ...first, status: 200, duplicate: true });
	});

	test.each([
		["without a signature", { "x-signature": "" }],
		["with a wrong one", { "x-signature": `sha256=${"0".repeat(64)}` }],
		["with one that is no hash", { "x-signature": "sha256=x" }],
		["without a time", { "x-signature-timestamp": "" }],
		["with a time that is none", { "x-signature-timestamp": "now" }],
	])("refuses a message %s", async (_, headers) => {
		const request = signedRequest(write());
		const response = await app.api.request("/api/inbound-mail", {
			...request,
			headers: { ...request.headers, ...headers },
		});
		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({
			error: "This request is not signed as it should be.",
			code: "bad_signature",
		});
	});

	test.each([-301, 301])("refuses a signature of %i seconds from now", async (seconds) => {
		const response = await app.api.request(
			"/api/inbound-mail",
			signedRequest(write(), { at: Date.now() / 1000 + seconds }),
		);
		expect(response.status).toBe(401);
	});

	test("refuses another secret, another type, and what is too large", async () => {
		const refused = await app.api.request("/api/inbound-mail", signedRequest(write(), { secret: "x".repeat(40) }));
		expect(refused.status).toBe(401);
		const request = signedRequest(write());
		const typed = { ...request, headers: { ...request.headers, "content-type": "text/plain" } };
		expect((await app.api.request("/api/inbound-mail", typed)).status).toBe(415);
		const huge = new Uint8Array(25 * 1024 * 1024 + 1).fill(97);
		expect((await app.api.request("/api/inbound-mail", signedRequest(huge))).status).toBe(413);
	});

	test("what is no message at all is kept and ignored", async () => {
		const taken = await send(new Uint8Array([0, 1, 2, 3]));
		expect(taken).toMatchObject({ status: 201, outcome: "ignored", reason: "unreadable" });
		expect((await rowOf(taken.id)).file).not.toBeNull();
	});
});

describe("a new inquiry by mail", () => {
	test("is confirmed in its own conversation and told to staff", async () => {
		const taken = await send(
			write({ From: "Noor Haddad <noor@haddad.example>", "Message-ID": "<noor-1@haddad.example>" }),
		);
		const row = await rowOf(taken.id);
		const [contact] = await app.deps.db
			.select()
			.from(contactsTable)
			.where(eq(contactsTable.id, row.record_id ?? ""));
		expect(contact).toMatchObject({
			name: "Noor Haddad",
			email: "noor@haddad.example",
			source: "email",
			status: "new",
		});
		const [confirmation] = await mailsOf(row.record_id ?? "", "confirmation");
		expect(confirmation).toMatchObject({ status: "queued", recipient: "noor@haddad.example" });
		expect(confirmation?.content?.inReplyTo).toBe("<noor-1@haddad.example>");
		expect(confirmation?.reply_to).toMatch(/^hello\+[a-z2-7]{26}@firm\.example$/);
		const [notice] = await mailsOf(row.record_id ?? "", "notice");
		expect(notice).toMatchObject({ recipient: "desk@firm.example", reply_to: "noor@haddad.example" });
	});

	test.each([
		["asks not to be answered", { "X-Auto-Response-Suppress": "OOF, AutoReply" }, "asks not to be answered"],
		["was not sent to our address", { To: "somebody@else.example" }, "neither To nor Cc"],
		["has errors sent elsewhere", { "Return-Path": "<bounces@mailer.example>" }, "go to another address"],
	])("is not confirmed when it %s, and a row says why", async (_, headers, reason) => {
		const { id } = await send(write(headers as Record<string, string>));
		const [confirmation] = await mailsOf((await rowOf(id)).record_id ?? "", "confirmation");
		expect(confirmation).toMatchObject({ status: "skipped", last_error: expect.stringContaining(reason) });
	});

	test("of one mailbox is confirmed once a day, so two desks exchange at most two mails", async () => {
		const from = { From: "Desk <desk@other-firm.example>" };
		const first = await send(write(from));
		const second = await send(write({ From: "Desk <desk+2@other-firm.example>" }));
		const confirmations = await Promise.all(
			[first, second].map(
				async ({ id }) => (await mailsOf((await rowOf(id)).record_id ?? "", "confirmation"))[0]?.status,
			),
		);
		expect(confirmations).toEqual(["queued", "skipped"]);
		// The other desk's machine answers our confirmation.
		const answer = await send(write({ ...from, "Auto-Submitted": "auto-replied", Subject: "We have your message" }));
		expect(answer).toMatchObject({ outcome: "ignored", reason: "automatic" });
	});

	test("that looks like spam waits on hold, and is an inquiry once it is released", async () => {
		const taken = await send(write({ Subject: "Dear sir", From: "www.links.example <a@links.example>" }));
		expect(taken.outcome).toBe("held");
		const [held] = await app.deps.db.select().from(quarantineTable);
		expect(held).toMatchObject({ form: "email", reasons: expect.arrayContaining(["lineLink"]) });
		expect((await call("POST", `/api/quarantine/${held?.id}/release`)).status).toBe(204);
		expect(await rowOf(taken.id)).toMatchObject({ outcome: "new", record_table: "contact_inquiries" });
		expect((await messageOf(taken.id)).text).toBe("Could you photograph our opening night?");
		expect(await app.deps.db.$count(quarantineTable)).toBe(0);
	});

	test("whose sender our own mail server disproves waits on hold; what others say does not count", async () => {
		const failed = "spf=fail; dmarc=fail header.from=vale.example";
		const ours = await send(write({ "Authentication-Results": `mx.firm.example; ${failed}` }));
		expect(ours).toMatchObject({ outcome: "held", reason: "unverified" });
		expect((await send(write({ "Authentication-Results": `mx.elsewhere.example; ${failed}` }))).outcome).toBe("new");
	});
});

describe("an answer", () => {
	/** From the form over a reply to what a client's program would name. */
	async function converse() {
		const contact = await insertContact(app.deps.db, {
			email: `client${++numbered}@client.example`,
			subject: "Our bakery",
		});
		const path = `/api/threads/contact_inquiries/${contact.id}`;
		const sent = await call<PresentedMessage>("POST", `${path}/replies`, {
			key: randomUUID(),
			text: "Would Thursday suit you?",
			after: contact.id,
			status: "resolved",
		});
		expect(sent.status).toBe(201);
		const mailId = sent.body.delivery?.mail_id ?? "";
		await app.deps.db.update(mailsTable).set({ status: "sent", attempts: 1 }).where(eq(mailsTable.id, mailId));
		const [thread] = await app.deps.db.select().from(threadsTable).where(eq(threadsTable.record_id, contact.id));
		const [mail] = await app.deps.db.select().from(mailsTable).where(eq(mailsTable.id, mailId));
		return {
			contact,
			path,
			messageId: `<${mailId}.1@firm.example>`,
			anchor: `<thread.${thread?.id}@firm.example>`,
			replyTo: mail?.reply_to ?? "",
			mailId,
			answer: (headers: Record<string, string> = {}, body?: string) =>
				write({ From: `Client <${contact.email}>`, Subject: "Re: Our bakery", ...headers }, body),
		};
	}
	const read = async (path: string) =>
		(await call<{ thread: PresentedThread; messages: PresentedMessage[] }>("GET", path)).body;

	test("finds its conversation by what it names, takes the record up again, and is unread until somebody looks", async () => {
		const { contact, path, messageId, answer } = await converse();
		expect(await statusOf(contact.id)).toBe("resolved");
		expect(await send(answer({ "In-Reply-To": messageId }))).toMatchObject({ outcome: "thread", reason: "reference" });
		expect(await statusOf(contact.id)).toBe("in_progress");
		const { thread, messages } = await read(path);
		expect(thread.unread).toBe(true);
		expect(messages.map(({ kind }) => kind)).toEqual(["form", "reply", "received"]);
		await call("POST", `${path}/seen`);
		expect((await read(path)).thread.unread).toBe(false);
		expect(await mailsOf(contact.id, "confirmation")).toEqual([]);
		expect(await mailsOf(contact.id, "notice")).toHaveLength(1);
	});

	test("finds it with a Message-ID replaced on the way, and with References dropped", async () => {
		const { answer, anchor, replyTo, contact } = await converse();
		const replaced = answer({ "In-Reply-To": "<x@provider.example>", References: `${anchor} <x@provider.example>` });
		expect(await send(replaced)).toMatchObject({ outcome: "thread", reason: "reference" });
		const dropped = await send(answer({ To: replyTo.toUpperCase() }));
		expect(dropped).toMatchObject({ outcome: "thread", reason: "token" });
		expect((await messageOf(dropped.id)).flags).toEqual([]);
		expect((await rowOf(dropped.id)).record_id).toBe(contact.id);
	});

	test("of a stranger who knows the Message-ID is a new inquiry, which may be moved to where it points", async () => {
		const { answer, messageId, contact, path } = await converse();
		const stranger = await send(answer({ From: "Stranger <stranger@quick.example>", "In-Reply-To": messageId }));
		expect(stranger).toMatchObject({ outcome: "new" });
		const own = await read(`/api/threads/contact_inquiries/${(await rowOf(stranger.id)).record_id}`);
		expect(own.thread.related).toEqual({ record_table: "contact_inquiries", record_id: contact.id });
		expect(own.messages.filter(({ kind }) => kind === "form")).toEqual([]);
		const moved = await call("POST", `/api/inbound/${stranger.id}/take`, {
			into: { table: "contact_inquiries", id: contact.id },
		});
		expect(moved).toMatchObject({ status: 201, body: { record_id: contact.id } });
		expect((await read(path)).messages.at(-1)?.from?.address).toBe("stranger@quick.example");
		const again = { into: { table: "contact_inquiries", id: contact.id } };
		expect((await call("POST", `/api/inbound/${stranger.id}/take`, again)).status).toBe(409);
	});

	test("of a machine is shown and does nothing else", async () => {
		const { answer, messageId, contact, path } = await converse();
		await send(answer({ "In-Reply-To": messageId, "Auto-Submitted": "auto-replied" }));
		expect(await statusOf(contact.id)).toBe("resolved");
		const { thread, messages } = await read(path);
		expect(thread.unread).toBe(false);
		expect(messages.at(-1)?.flags).toEqual(["automatic"]);
		expect(await mailsOf(contact.id, "notice")).toEqual([]);
	});

	test("of a colleague from another program is nobody's answer", async () => {
		const { answer, messageId, contact, replyTo } = await converse();
		const colleague = await send(answer({ From: "Desk <desk@firm.example>", To: replyTo, "In-Reply-To": messageId }));
		expect((await messageOf(colleague.id)).flags.toSorted()).toEqual(["new_sender", "staff_address"]);
		expect(await statusOf(contact.id)).toBe("resolved");
	});

	test("with another subject can be split off, and answers to it go where it went", async () => {
		const { answer, messageId, contact, path } = await converse();
		const video = { Subject: "A video?", "In-Reply-To": messageId };
		const taken = await send(answer({ ...video, "Message-ID": "<video@client.example>" }));
		const message = await messageOf(taken.id);
		expect(message.flags).toEqual(["subject_changed"]);
		const split = await call<{ record_id: string }>("POST", `/api/thread-messages/${message.id}/split`);
		expect(split).toMatchObject({ status: 201, body: { record_table: "contact_inquiries" } });
		expect((await read(path)).messages.map(({ kind }) => kind)).toEqual(["form", "reply"]);
		const later = await send(answer({ Subject: "Re: A video?", "In-Reply-To": "<video@client.example>" }));
		expect((await rowOf(later.id)).record_id).toBe(split.body.record_id);
		expect(split.body.record_id).not.toBe(contact.id);
		expect((await call("POST", `/api/thread-messages/${message.id}/split`)).status).toBe(409);
	});

	test("to an invitation goes to its booking, and changes nothing there", async () => {
		const booking = await insertBooking(app.deps.db, { email: "guest@client.example" });
		await app.deps.db.execute(`update bookings set calendar_sequence = 1 where id = '${booking.id}'`);
		const calendar = (email: string) =>
			`BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:booking-${booking.id}@pilcrow.example\r\nATTENDEE;PARTSTAT=DECLINED:mailto:${email}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
		const type = { "Content-Type": "text/calendar; method=REPLY" };
		const guest = await send(
			write({ ...type, From: "Guest <guest@client.example>" }, calendar("guest@client.example")),
		);
		expect(guest).toMatchObject({ outcome: "thread", reason: "calendar" });
		expect((await messageOf(guest.id)).calendar).toMatchObject({ partstat: "DECLINED" });
		expect(await send(write(type, calendar("other@client.example")))).toMatchObject({ reason: "automatic" });
	});

	test("that never arrived marks its mail, with a text of a machine and our Message-ID alone as well", async () => {
		const { contact, messageId, mailId } = await converse();
		const report = write(
			{ From: "postmaster@relay.example", Subject: "Failure" },
			`Hi. This is the qmail-send program.\r\n\r\n<${contact.email}>:\r\nThe mailbox does not exist.\r\n\r\nMessage-ID: ${messageId}\r\n`,
		);
		expect(await send(report)).toMatchObject({ outcome: "bounce", reason: "failed" });
		const [mail] = await app.deps.db.select().from(mailsTable).where(eq(mailsTable.id, mailId));
		expect(mail?.status).toBe("failed");
		expect(mail?.last_error).toMatch(/^The mail came back: .*The mailbox does not exist/);
		expect(mail?.bounced_at).not.toBeNull();
	});
});

test("a message that was put aside is taken in by hand, as an inquiry or into a conversation, once", async () => {
	const list = await send(write({ "List-Id": "<news.example>", Subject: "News" }));
	expect(list).toMatchObject({ outcome: "ignored", reason: "list" });
	const contact = await insertContact(app.deps.db);
	const into = { table: "contact_inquiries", id: contact.id };
	expect((await call("POST", `/api/inbound/${list.id}/take`, { into: { ...into, id: randomUUID() } })).status).toBe(
		404,
	);
	expect(await call("POST", `/api/inbound/${list.id}/take`, { into })).toMatchObject({ status: 201 });
	expect((await messageOf(list.id)).flags).toContain("list");
	expect((await call("POST", `/api/inbound/${list.id}/take`, { into: null })).status).toBe(409);
	const machine = await send(write({ "Auto-Submitted": "auto-generated" }));
	const taken = await call<{ record_id: string }>("POST", `/api/inbound/${machine.id}/take`, { into: null });
	expect(taken.status).toBe(201);
	expect((await mailsOf(taken.body.record_id, "confirmation"))[0]?.status).toBe("skipped");
});

test("HTML is shown harmless, with the pictures that came in it, and the source is a download", async () => {
	const { placeholders } = await setUpCorpusThreads(app.deps, "html01");
	const idOf = async (file: string) => (await messageOf((await send(corpusMessage(file, placeholders))).id)).id;
	type Html = { html: string; blocked_pictures: number };
	const pictures = await call<Html>("GET", `/api/thread-messages/${await idOf("35-inline-pictures.eml")}/html`);
	expect(pictures.body.html.match(/src="data:image\/png;base64,/g)).toHaveLength(2);
	const pixel = await idOf("38-tracking-pixel.eml");
	const tracked = await call<Html>("GET", `/api/thread-messages/${pixel}/html`);
	expect(tracked.body).toMatchObject({ blocked_pictures: 5, html: expect.not.stringContaining("track.example") });
	const plain = await idOf("46-follow-up-to-herself.eml");
	expect((await call("GET", `/api/thread-messages/${plain}/html`)).status).toBe(404);
	const { response, body } = await call<string>("GET", `/api/thread-messages/${pixel}/source`);
	expect(body).toContain("Message-ID: <pixel.html0138@lumen-bakery.example>");
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-disposition": expect.stringContaining("message.eml"),
		"content-type": "application/octet-stream",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
});

test("staff see what has come and how its sources fare, without a secret", async () => {
	const { body } = await call<{ rows: Body[] }>("GET", "/api/inbound?limit=1");
	expect(body.rows[0]).toMatchObject({ source: "webhook", outcome: expect.any(String), from: expect.any(Object) });
	const status = await call("GET", "/api/inbound/status");
	expect(status.body).toMatchObject({
		address: "hello@firm.example",
		plus: true,
		unmatched: "new",
		sources: [{ source: "webhook", connected: true, last_error: null }],
	});
	expect(JSON.stringify(status.body)).not.toContain(inboundSettings.INBOUND_WEBHOOK_SECRET);
	const metrics = await app.deps.metrics.registry.metrics();
	for (const outcome of ["new", "thread", "held", "bounce", "ignored"]) {
		expect(metrics).toMatch(new RegExp(`^inbound_mails_total\\{source="webhook",outcome="${outcome}"\\} [1-9]`, "m"));
	}
	expect(metrics).toMatch(/^mail_bounces_total [1-9]/m);
	expect(metrics).toMatch(/^inbound_last_success_timestamp_seconds\{source="webhook"\} \d/m);
});

test("after an erasure nothing of a person is left, and a second delivery brings nothing back", async () => {
	const words = "the-violet-umbrella-of-the-client";
	const email = "erased-client@violet.example";
	const contact = await insertContact(app.deps.db, { email, name: "Erased Client" });
	const thread = await lockThread(app.deps.db, { table: "contact_inquiries", id: contact.id });
	const { token } = thread;
	const message = write(
		{
			From: `Erased Client <${email}>`,
			To: `hello+${token}@firm.example`,
			Subject: words,
			"Content-Type": "multipart/mixed; boundary=b",
		},
		`--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--b\r\nContent-Type: text/plain; name="${words}.txt"\r\nContent-Disposition: attachment\r\n\r\n${words}\r\n--b--`,
	);
	const taken = await send(message);
	expect(taken).toMatchObject({ outcome: "thread", reason: "token" });
	const exported = await call<string>("POST", "/api/privacy/export", { email });
	expect(exported.body).toContain('"inbound_mails"');
	expect(exported.body.split(words).length).toBeGreaterThan(4);

	const erased = await call("POST", "/api/privacy/erase", {
		email,
		confirmation: email,
	});
	expect(erased.body).toMatchObject({
		messages: 1,
		attachments: 1,
		note: "The mailbox itself keeps its copies; delete them there.",
	});
	const { rows: tables } = await app.deps.database.query(
		"select relname as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)",
	);
	for (const { name } of tables) {
		for (const schema of ["public", "pgboss"]) {
			const found = await app.deps.database
				.query(`select count(*)::int as n from ${schema}."${name}" t where t::text ilike $1 or t::text ilike $2`, [
					`%${words}%`,
					`%${email}%`,
				])
				.catch(() => ({ rows: [{ n: 0 }] }));
			expect([name, found.rows[0]?.n]).toEqual([name, 0]);
		}
	}
	for (const bucket of ["mail-attachments", "mail-sources"] as const) {
		for await (const { name } of app.deps.storage.list(bucket)) {
			const stored = await app.deps.storage.get(bucket, name);
			expect(await new Response(stored?.body).text()).not.toContain(words);
		}
	}
	expect(JSON.stringify(app.log)).not.toContain(words);
	expect(await send(message)).toMatchObject({ status: 200, id: taken.id, duplicate: true });
});
