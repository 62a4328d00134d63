import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { corpusMessage } from "#tests/inbound-corpus.ts";
import { startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";
import { inboundSettings, signedRequest } from "#tests/inbound-message.ts";
import { setUpCorpusThreads } from "#tests/inbound-threads.ts";

const { app, call, mailsOf, messageOf, rowOf, send } = startInboundDesk({
	INBOUND_TRUSTED_AUTHSERV: "mx.firm.example",
});

describe("the webhook", () => {
	test("takes a signed message once, and says which it was the second time", async () => {
		const message = writeMessage();
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
		const request = signedRequest(writeMessage());
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
			signedRequest(writeMessage(), { at: Date.now() / 1000 + seconds }),
		);
		expect(response.status).toBe(401);
	});

	test("refuses another secret, another type, and what is too large", async () => {
		const refused = await app.api.request(
			"/api/inbound-mail",
			signedRequest(writeMessage(), { secret: "x".repeat(40) }),
		);
		expect(refused.status).toBe(401);
		const request = signedRequest(writeMessage());
		const typed = { ...request, headers: { ...request.headers, "content-type": "text/plain" } };
		const mistyped = await app.api.request("/api/inbound-mail", typed);
		expect(mistyped.status).toBe(415);
		expect(await mistyped.json()).toMatchObject({ error: expect.stringContaining("message/rfc822") });
		const huge = new Uint8Array(25 * 1024 * 1024 + 1).fill(97);
		expect((await app.api.request("/api/inbound-mail", signedRequest(huge))).status).toBe(413);
	});

	test("what is no message at all is kept and ignored", async () => {
		const taken = await send(new Uint8Array([0, 1, 2, 3]));
		expect(taken).toMatchObject({ status: 201, outcome: "ignored", reason: "unreadable" });
		expect((await rowOf(taken.id)).file).not.toBeNull();
	});
});

test.each([
	["hello@firm.example", "own"],
	["Hello+desk@Firm.example", "own"],
	["hello@pilcrow.example", "own"],
	["Desk@firm.example", "staff"],
])("what comes from %s, an address of ours, makes no inquiry and gets no answer", async (address, reason) => {
	expect(await send(writeMessage({ From: `Us <${address}>` }))).toMatchObject({ outcome: "ignored", reason });
});

test("a postmaster who names no mail of ours is a person", async () => {
	expect(await send(writeMessage({ From: "postmaster@relay.example" }))).toMatchObject({ outcome: "new" });
});

describe("a new inquiry by mail", () => {
	test("is confirmed in its own conversation and told to staff", async () => {
		const taken = await send(
			writeMessage({ From: "Noor Haddad <noor@haddad.example>", "Message-ID": "<noor-1@haddad.example>" }),
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
		const { body } = await call<{ messages: { kind: string }[] }>(
			"GET",
			`/api/threads/contact_inquiries/${row.record_id}`,
		);
		expect(body.messages.map(({ kind }) => kind)).toEqual(["received", "automatic"]);
		expect(confirmation?.content?.inReplyTo).toBe("<noor-1@haddad.example>");
		expect(confirmation?.content?.text).toContain("because we received an email from this address");
		expect(confirmation?.content?.text).not.toContain("website");
		expect(confirmation?.reply_to).toMatch(/^hello\+[a-z2-7]{26}@firm\.example$/);
		const [notice] = await mailsOf(row.record_id ?? "", "notice");
		expect(notice).toMatchObject({ recipient: "desk@firm.example", reply_to: "noor@haddad.example" });
	});

	test.each([
		[
			"asks not to be answered",
			{ "X-Auto-Response-Suppress": "OOF, AutoReply" },
			"asks senders not to reply automatically",
		],
		["was not sent to our address", { To: "somebody@else.example" }, "neither To nor Cc"],
		["has errors sent elsewhere", { "Return-Path": "<bounces@mailer.example>" }, "bounces go to a different address"],
	])("is not confirmed when it %s, and a row says why", async (_, headers, reason) => {
		const { id } = await send(writeMessage(headers as Record<string, string>));
		const [confirmation] = await mailsOf((await rowOf(id)).record_id ?? "", "confirmation");
		expect(confirmation).toMatchObject({ status: "skipped", last_error: expect.stringContaining(reason) });
		const path = `/api/threads/contact_inquiries/${(await rowOf(id)).record_id}`;
		const { body } = await call<{ messages: { kind: string }[] }>("GET", path);
		expect(body.messages.map(({ kind }) => kind)).toEqual(["received"]);
	});

	test("keeps of a long text as much as a form could send, and the whole text in its conversation", async () => {
		const { id } = await send(writeMessage({}, "word ".repeat(6000)));
		const { record_id } = await rowOf(id);
		const [contact] = await app.deps.db
			.select()
			.from(contactsTable)
			.where(eq(contactsTable.id, record_id ?? ""));
		expect(contact?.message.length).toBeLessThanOrEqual(20_000);
		expect(contact?.message.endsWith("…")).toBe(true);
		expect((await messageOf(id)).text).toHaveLength(29_999);
	});

	test("of one mailbox is confirmed once a day, so two desks exchange at most two mails", async () => {
		const from = { From: "Desk <desk@other-firm.example>" };
		const first = await send(writeMessage(from));
		const second = await send(writeMessage({ From: "Desk <desk+2@other-firm.example>" }));
		const confirmations = await Promise.all(
			[first, second].map(
				async ({ id }) => (await mailsOf((await rowOf(id)).record_id ?? "", "confirmation"))[0]?.status,
			),
		);
		expect(confirmations).toEqual(["queued", "skipped"]);
		// The other desk's machine answers our confirmation.
		const answer = await send(
			writeMessage({ ...from, "Auto-Submitted": "auto-replied", Subject: "We have your message" }),
		);
		expect(answer).toMatchObject({ outcome: "ignored", reason: "automatic" });
	});

	test("that looks like spam waits on hold, and is an inquiry once it is released", async () => {
		const taken = await send(writeMessage({ Subject: "Dear sir", From: "www.links.example <a@links.example>" }));
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
		const ours = await send(writeMessage({ "Authentication-Results": `mx.firm.example; ${failed}` }));
		expect(ours).toMatchObject({ outcome: "held", reason: "unverified" });
		expect((await send(writeMessage({ "Authentication-Results": `mx.elsewhere.example; ${failed}` }))).outcome).toBe(
			"new",
		);
		// Of two in its name, the lower one came with the message.
		const twice = `mx.firm.example; ${failed}\r\nAuthentication-Results: mx.firm.example; dmarc=pass`;
		expect((await send(writeMessage({ "Authentication-Results": twice }))).outcome).toBe("held");
		const client = { From: "Client <client@vale.example>", "Message-ID": "<client@vale.example>" };
		await send(writeMessage(client));
		const forged = { ...client, "Message-ID": "<forged@vale.example>", "In-Reply-To": client["Message-ID"] };
		const answer = await send(writeMessage({ ...forged, "Authentication-Results": `mx.firm.example; ${failed}` }));
		expect(answer).toMatchObject({ outcome: "held", reason: "unverified" });
		const waits = sql`${quarantineTable.fields} ->> 'inboundId' = ${answer.id}`;
		expect(await app.deps.db.$count(quarantineTable, waits)).toBe(1);
		expect((await call("POST", `/api/inbound/${answer.id}/take`, { into: null })).status).toBe(201);
		expect(await app.deps.db.$count(quarantineTable, waits)).toBe(0);
	});
});

test("a message that was put aside is taken in by hand, as an inquiry or into a conversation, once", async () => {
	const list = await send(writeMessage({ "List-Id": "<news.example>", Subject: "News" }));
	expect(list).toMatchObject({ outcome: "ignored", reason: "list" });
	const contact = await insertContact(app.deps.db);
	const into = { table: "contact_inquiries", id: contact.id };
	expect((await call("POST", `/api/inbound/${list.id}/take`, { into: { ...into, id: randomUUID() } })).status).toBe(
		404,
	);
	expect(await call("POST", `/api/inbound/${list.id}/take`, { into })).toMatchObject({ status: 201 });
	expect((await messageOf(list.id)).flags).toContain("list");
	expect((await call("POST", `/api/inbound/${list.id}/take`, { into: null })).status).toBe(409);
	const machine = await send(writeMessage({ "Auto-Submitted": "auto-generated" }));
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
	const hostile = await send(
		writeMessage(
			{ "Content-Type": "multipart/related; boundary=b" },
			'--b\r\nContent-Type: text/html\r\n\r\n<style>b{}</style><xmp>hidden</xmp><a href="https://x.example">x</a><img src="cid:a@b"><img src="/api/logout">\r\n--b\r\nContent-Type: image/svg+xml\r\nContent-ID: <a@b>\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg"/>\r\n--b--',
		),
	);
	const cleaned = await call<Html>("GET", `/api/thread-messages/${(await messageOf(hostile.id)).id}/html`);
	expect(cleaned.body.html.trim()).toBe(
		'<a href="https://x.example" target="_blank" rel="noopener noreferrer nofollow">x</a><img />',
	);
	const { response, body } = await call<string>("GET", `/api/thread-messages/${pixel}/source`);
	expect(body).toContain("Message-ID: <pixel.html0138@lumen-bakery.example>");
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-disposition": expect.stringMatching(/^attachment; filename="?message\.eml/),
		"content-type": "application/octet-stream",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
});

test("staff see what has come and how its sources fare, without a secret", async () => {
	const { body } = await call<{ rows: Record<string, unknown>[] }>("GET", "/api/inbound?limit=1");
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
	for (const outcome of ["new", "thread", "held", "ignored"]) {
		expect(metrics).toMatch(new RegExp(`^inbound_mails_total\\{source="webhook",outcome="${outcome}"\\} [1-9]`, "m"));
	}
	expect(metrics).toMatch(/^inbound_last_success_timestamp_seconds\{source="webhook"\} \d/m);
});
