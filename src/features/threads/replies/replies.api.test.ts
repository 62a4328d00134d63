import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { PresentedMessage, PresentedThread } from "#features/threads/threads.server.ts";
import { threadMessageIdsTable, threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";
import type { PresentedDraft } from "./drafts.server.ts";

const app = startTestApp();
let ada: Awaited<ReturnType<typeof signInAs>>;
let grace: typeof ada;

beforeEach(async () => {
	ada = await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
	grace = await signInAs(app.deps, { role: "admin", full_name: "Grace Hopper" });
});

type Body = Record<string, unknown>;
type Conversation = {
	thread: PresentedThread;
	messages: PresentedMessage[];
	draft: PresentedDraft | null;
	fields: Body;
	signature: string;
};

async function call<T = Body>(method: string, path: string, body?: unknown, who = ada) {
	const isForm = body instanceof FormData;
	const response = await app.api.request(path, {
		method,
		headers: {
			authorization: who.authorization,
			...(body !== undefined && !isForm && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as T, response };
}

const pathOf = (id: string, table = "contact_inquiries") => `/api/threads/${table}/${id}`;
const open = async (id: string, table?: string, who = ada) =>
	(await call<Conversation>("GET", pathOf(id, table), undefined, who)).body;
const reply = (id: string, body: Body = {}, { table, who }: { table?: string; who?: typeof ada } = {}) =>
	call<PresentedMessage & { code: string; error: string; fields: Body; current: { messages: PresentedMessage[] } }>(
		"POST",
		`${pathOf(id, table)}/replies`,
		{ key: randomUUID(), text: "Thank you.", after: id, ...body },
		who,
	);
const undo = (id: string, who?: typeof ada) =>
	call<PresentedDraft & { code: string }>("POST", `/api/thread-messages/${id}/undo`, undefined, who);
const newContact = (values = {}) => insertContact(app.deps.db, values);
const contactRow = async (id: string) =>
	(await app.deps.db.select().from(contactsTable).where(eq(contactsTable.id, id)))[0];
const mailOf = async (id: string) =>
	(await app.deps.db.select().from(mailsTable).where(eq(mailsTable.record_id, id)))[0];
const passTime = (mailId: string) =>
	app.deps.db
		.update(mailsTable)
		.set({ send_after: new Date(Date.now() - 1000) })
		.where(eq(mailsTable.id, mailId));

test("a conversation can be read before there is a thread, and reading makes none", async () => {
	const contact = await newContact({
		name: "Ada B",
		email: "Client@Example.com",
		subject: "Opening",
		message: "Hello?",
	});
	const { thread, messages, draft, fields, signature } = await open(contact.id);
	expect(thread).toMatchObject({
		id: null,
		record_table: "contact_inquiries",
		record_id: contact.id,
		can_reply: true,
		obstacle: null,
		answers_to: "hello@pilcrow.example",
		assignee: null,
		unread: false,
		message_count: 0,
		participants: [{ address: "Client@Example.com", name: "Ada B", belongs: true }],
	});
	expect(messages).toMatchObject([
		{
			id: contact.id,
			kind: "form",
			text: "Hello?",
			from: { name: "Ada B", address: "Client@Example.com" },
			delivery: null,
		},
	]);
	expect(draft).toBeNull();
	expect(fields).toMatchObject({
		name: "Ada B",
		first_name: "Ada",
		service: "your inquiry",
		subject: "Opening",
		date: null,
	});
	expect(signature).toBe("Best regards,\nThe Pilcrow Communications Team");
	expect(await app.deps.db.$count(threadsTable, eq(threadsTable.record_id, contact.id))).toBe(0);
});

test("a reply is held, its mail is that of a person, and it answers, assigns, and changes the status", async () => {
	const contact = await newContact({ email: "client@example.com", subject: "Opening", message: "Hello?" });
	const sent = await reply(contact.id, { text: "**Thanks**", cc: ["eve@example.com"], status: "in_progress" });
	expect(sent.status).toBe(201);
	expect(sent.body).toMatchObject({
		kind: "reply",
		to: ["client@example.com"],
		cc: ["eve@example.com"],
		subject: "Re: Opening",
		text: "**Thanks**",
		author: { id: ada.user.id, name: "Ada Byron" },
		from: { name: "Ada Byron, Pilcrow", address: "hello@pilcrow.example" },
		delivery: { status: "held" },
	});
	const mail = await mailOf(contact.id);
	expect(mail).toMatchObject({ kind: "reply", status: "queued", recipient: "client@example.com" });
	expect(mail?.content).toMatchObject({
		text: expect.stringMatching(/^\*\*Thanks\*\*\n\nOn .*wrote:\n> Hello\?\n$/),
		html: expect.stringContaining("<strong>Thanks</strong>"),
		reply: { cc: ["eve@example.com"], fromName: "Ada Byron, Pilcrow", inReplyTo: null },
	});
	const held = (mail?.send_after?.getTime() ?? 0) - (mail?.queued_at.getTime() ?? 0);
	expect(held).toBe(10_000);
	expect(sent.body.delivery?.undo_until).toBe(mail?.send_after?.toISOString());
	expect(sent.body.message_id).toBe(`<${mail?.id}.1@pilcrow.example>`);
	const row = await contactRow(contact.id);
	expect(row?.status).toBe("in_progress");
	expect(row?.first_answered_at).not.toBeNull();
	const { thread } = await open(contact.id);
	expect(thread).toMatchObject({ assignee: { id: ada.user.id, name: "Ada Byron" }, message_count: 1 });
	expect(JSON.stringify(await open(contact.id))).not.toContain(await tokenOf(contact.id));
});

const tokenOf = async (id: string) =>
	(await app.deps.db.select().from(threadsTable).where(eq(threadsTable.record_id, id)))[0]?.token ?? "";

test("the first reply stops the clock without a status too, and a second one leaves the moment", async () => {
	const contact = await newContact();
	const first = await reply(contact.id);
	const answered = (await contactRow(contact.id))?.first_answered_at;
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: expect.any(Date) });
	await reply(contact.id, { after: first.body.id });
	expect((await contactRow(contact.id))?.first_answered_at).toEqual(answered);
});

test("one key is one mail and the same answer, also when both come at once", async () => {
	const contact = await newContact();
	const key = randomUUID();
	const both = await Promise.all([reply(contact.id, { key }), reply(contact.id, { key })]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
	expect(both[0].body.id).toBe(both[1].body.id);
	const again = await reply(contact.id, { key, text: "Other" });
	expect([again.status, again.body.text]).toEqual([200, "Thank you."]);
	expect(await app.deps.db.$count(mailsTable, eq(mailsTable.record_id, contact.id))).toBe(1);
});

test("undo takes mail, status, answer, and assignment back, and opens text and files as they were", async () => {
	const contact = await newContact();
	const file = await attach(contact.id, "offer.pdf", "%PDF-1.7");
	const sent = await reply(contact.id, { text: "Too early", status: "resolved", attachment_ids: [file.body.id] });
	expect(sent.body.attachments).toMatchObject([{ id: file.body.id, name: "offer.pdf", type: "application/pdf" }]);
	const taken = await undo(sent.body.id);
	expect(taken.status).toBe(200);
	expect(taken.body).toMatchObject({
		text: "Too early",
		subject: sent.body.subject,
		attachments: [{ id: file.body.id }],
	});
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: null });
	const { thread, messages, draft } = await open(contact.id);
	expect([thread.assignee, thread.last_message_at, messages.length]).toEqual([null, null, 1]);
	expect(draft).toEqual(taken.body);
	expect(await mailOf(contact.id)).toBeUndefined();
	expect(await app.deps.db.$count(threadMessageIdsTable, eq(threadMessageIdsTable.thread_id, thread.id ?? ""))).toBe(0);
	expect((await undo(sent.body.id)).status).toBe(404);
});

test("undo leaves what somebody else has changed since", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id, { status: "in_progress" });
	await call("PATCH", `/api/contacts/${contact.id}`, { status: "closed" }, grace);
	await call("PATCH", pathOf(contact.id), { assignee_id: grace.user.id }, grace);
	expect((await undo(sent.body.id)).status).toBe(200);
	expect(await contactRow(contact.id)).toMatchObject({ status: "closed", first_answered_at: expect.any(Date) });
	expect((await open(contact.id)).thread.assignee?.id).toBe(grace.user.id);
});

test("what has left cannot be taken back, and nobody takes back the reply of another", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id);
	expect((await undo(sent.body.id, grace)).status).toBe(403);
	await passTime((await mailOf(contact.id))?.id ?? "");
	const late = await undo(sent.body.id);
	expect([late.status, late.body.code]).toEqual([409, "already_sent"]);
	expect(
		await app.deps.db.$count(threadMessageIdsTable, eq(threadMessageIdsTable.message_id, sent.body.message_id ?? "")),
	).toBe(1);
});

test("undo does not lose a draft that was begun meanwhile", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id, { text: "First" });
	await saveDraft(contact.id, { text: "Second", version: 0 });
	expect((await undo(sent.body.id)).body).toMatchObject({ text: "First\n\nSecond", version: 2 });
});

test("the second to send is asked, with what is new, and sends anyway if they mean it", async () => {
	const contact = await newContact();
	const first = await reply(contact.id, { text: "From Grace" }, { who: grace });
	const second = await reply(contact.id, { text: "From Ada" });
	expect([second.status, second.body.code]).toEqual([409, "collision"]);
	expect(second.body.error).toBe("Grace Hopper has written here since you opened this. Read it before you send.");
	expect(second.body.current.messages).toMatchObject([{ id: first.body.id, text: "From Grace" }]);
	expect(await contactRow(contact.id)).toMatchObject({ status: "new" });
	// Hers is still held: it may be about the same thing, even when it was seen.
	expect((await reply(contact.id, { after: first.body.id })).status).toBe(409);
	await passTime((await mailOf(contact.id))?.id ?? "");
	expect((await reply(contact.id, { after: first.body.id })).status).toBe(201);
	expect((await reply(contact.id, { anyway: true })).status).toBe(201);
});

test("what the client has written meanwhile is asked about too, and a status is not changed by a refused reply", async () => {
	const contact = await newContact();
	const thread = await insertThread(app.deps.db, contact.id);
	const received = await insertMessage(app.deps.db, thread.id);
	const refused = await reply(contact.id, { status: "resolved" });
	expect(refused.body.current.messages).toMatchObject([{ id: received.id, kind: "received" }]);
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: null });
	expect((await reply(contact.id, { after: null })).status).toBe(409);
	expect((await reply(contact.id, { after: received.id })).status).toBe(201);
});

test("an answer goes to the client or to whoever has written, and to nobody else", async () => {
	const contact = await newContact({ email: "client@example.com" });
	const thread = await insertThread(app.deps.db, contact.id);
	const { id } = await insertMessage(app.deps.db, thread.id, {
		from_address: "Partner@example.com",
		reply_to_addresses: ["office@example.com"],
		subject: "AW: Re: Opening night",
	});
	const refused = await reply(contact.id, { after: id, to: "stranger@example.com" });
	expect([refused.status, refused.body.fields.to]).toEqual([422, "Please choose an address of this conversation."]);
	const sent = await reply(contact.id, { after: id, to: "office@example.com", cc: ["OFFICE@example.com"] });
	expect(sent.body).toMatchObject({ to: ["office@example.com"], cc: [], subject: "Re: Opening night" });
	const { thread: shown } = await open(contact.id);
	expect(shown.participants).toEqual([
		{ address: "client@example.com", name: expect.any(String), belongs: true },
		{ address: "Partner@example.com", name: "Ada Byron", belongs: false },
		{ address: "office@example.com", name: "", belongs: true },
	]);
});

test("a reply names what it answers, and the anchor of its thread before that", async () => {
	const contact = await newContact();
	const thread = await insertThread(app.deps.db, contact.id);
	const { id, message_id } = await insertMessage(app.deps.db, thread.id, {
		reference_ids: ["<first@example.com>"],
		text: "As said.",
		from_name: "Eve",
	});
	await reply(contact.id, { after: id });
	const { content } = (await mailOf(contact.id)) ?? {};
	expect(content?.reply).toMatchObject({
		inReplyTo: message_id,
		references: [`<thread.${thread.id}@pilcrow.example>`, "<first@example.com>", message_id],
	});
	expect(content?.text).toMatch(/Eve wrote:\n> As said\.\n$/);
	expect((await reply(contact.id, { after: id, quote: false, anyway: true })).body.quoted).toBe("");
});

test.each<[string, Body, Body]>([
	["an empty text", { text: " \n" }, { text: "Please write a reply." }],
	["a long text", { text: "x".repeat(20_001) }, { text: "Please keep this under 20,000 characters." }],
	["a long subject", { subject: "x".repeat(301) }, { subject: "Please keep this under 300 characters." }],
	["a field that is left", { text: "Dear {first_name}" }, { text: "Please fill in {first_name}." }],
	["six copies", { cc: Array(6).fill("a@example.com") }, { cc: "Please enter up to 5 email addresses." }],
	["a copy to no address", { cc: ["nobody"] }, { cc: "Please enter up to 5 email addresses." }],
	["a status of another kind", { status: "reviewing" }, { status: "Please choose a status." }],
	[
		"eleven files",
		{ attachment_ids: Array.from({ length: 11 }, () => randomUUID()) },
		{ attachment_ids: "Please attach at most 10 files." },
	],
	[
		"a file that is gone",
		{ attachment_ids: [randomUUID()] },
		{ attachment_ids: "A file is no longer here. Attach it again." },
	],
])("%s is refused at its field", async (_what, body, fields) => {
	const contact = await newContact();
	const refused = await reply(contact.id, body);
	expect([refused.status, refused.body.fields]).toEqual([422, fields]);
	expect(await mailOf(contact.id)).toBeUndefined();
});

test("no header can be added by a subject", async () => {
	const contact = await newContact({ subject: "Opening" });
	expect((await reply(contact.id, { subject: "Hi\r\nBcc: all@example.com" })).status).toBe(422);
});

test("a client called as a mark and a field changes nothing", async () => {
	const contact = await newContact({ name: "**{email}** & Co" });
	expect((await reply(contact.id, { text: "Dear **{email}** & Co," })).status).toBe(201);
	expect((await mailOf(contact.id))?.content?.html).toContain("<p>Dear **{email}** &amp; Co,</p>");
});

test("a booking's and an application's conversation begin with what they are about", async () => {
	const booking = await insertBooking(app.deps.db, { service_type: "Photography" });
	const sent = await reply(booking.id, { status: "resolved" }, { table: "bookings" });
	expect(sent.body.subject).toBe("Re: Photography");
	const [row] = await app.deps.db.select().from(bookingsTable).where(eq(bookingsTable.id, booking.id));
	expect(row).toMatchObject({ status: "resolved", first_answered_at: expect.any(Date) });
	const application = await insertApplication(app.deps.db);
	const answered = await reply(application.id, { status: "reviewing" }, { table: "job_applications" });
	expect(answered.body).toMatchObject({ subject: "Re: Your application" });
	expect((await undo(answered.body.id)).status).toBe(200);
});

test("Blocked Time has nobody to write to", async () => {
	const block = await insertBooking(app.deps.db, { service_type: "Blocked Time" });
	const { thread, messages } = await open(block.id, "bookings");
	expect([thread.can_reply, thread.obstacle, messages]).toEqual([false, "blocked_time", []]);
	const refused = await reply(block.id, {}, { table: "bookings" });
	expect([refused.status, refused.body.error]).toEqual([409, "Blocked Time has nobody to write to."]);
});

test("other tables and unknown records are not found", async () => {
	expect((await call("GET", pathOf(randomUUID()))).status).toBe(404);
	expect((await call("GET", pathOf(randomUUID(), "invoices"))).status).toBe(404);
	expect((await call("GET", pathOf("x"))).status).toBe(404);
});

const saveDraft = (id: string, body: Body, who?: typeof ada) =>
	call<PresentedDraft & { code: string; error: string; current: PresentedDraft }>(
		"PUT",
		`${pathOf(id)}/draft`,
		{ text: "Dear", subject: "Re: Hi", cc: [], attachment_ids: [], ...body },
		who,
	);

test("a draft is each member's own, keeps its files, and is overwritten by nothing older", async () => {
	const contact = await newContact();
	const file = await attach(contact.id, "a.txt", "a");
	const first = await saveDraft(contact.id, {
		version: 0,
		to: "client@example.com",
		cc: ["x"],
		attachment_ids: [file.body.id],
	});
	expect(first.body).toMatchObject({ text: "Dear", version: 1, cc: ["x"], attachments: [{ name: "a.txt" }] });
	const old = await saveDraft(contact.id, { version: 0, text: "Other" });
	expect([old.status, old.body.code, old.body.error]).toEqual([
		409,
		"conflict",
		"This draft was changed in another window.",
	]);
	expect(old.body.current).toEqual(first.body);
	expect((await saveDraft(contact.id, { version: 0, text: "Hers" }, grace)).status).toBe(200);
	expect((await open(contact.id)).draft).toEqual(first.body);
	expect((await saveDraft(contact.id, { version: 1, text: "More" })).body).toMatchObject({
		version: 2,
		attachments: [],
	});
	expect((await call("DELETE", `${pathOf(contact.id)}/draft`)).status).toBe(204);
	expect((await open(contact.id)).draft).toBeNull();
	expect((await open(contact.id, undefined, grace)).draft?.text).toBe("Hers");
});

test("sending removes the draft", async () => {
	const contact = await newContact();
	await saveDraft(contact.id, { version: 0 });
	await reply(contact.id);
	expect((await open(contact.id)).draft).toBeNull();
});

function attach(id: string, name: string, content: string | Uint8Array<ArrayBuffer>, who?: typeof ada) {
	const form = new FormData();
	form.append("file", new File([content], name));
	return call<{ id: string; type: string; fields: Body }>("POST", `${pathOf(id)}/attachments`, form, who);
}

test("files are taken by what is in them, and refused by kind, size, and emptiness", async () => {
	const contact = await newContact();
	const taken = await attach(contact.id, "../../ev\u202eil.html", "<script>alert(1)</script>");
	expect([taken.status, taken.body.type]).toEqual([201, "application/octet-stream"]);
	const { response } = await call("GET", `/api/thread-attachments/${taken.body.id}`);
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "application/octet-stream",
		"content-disposition": expect.stringMatching(/^attachment; filename="evil.html"/),
		"content-security-policy": "sandbox; default-src 'none'",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
	expect((await attach(contact.id, "setup.PDF.exe", "MZ")).body.fields).toEqual({
		file: "Mail servers refuse this kind of file. Send a link instead.",
	});
	expect((await attach(contact.id, "empty.txt", "")).body.fields).toEqual({ file: "This file is empty." });
	const large = await attach(contact.id, "large.bin", new Uint8Array(10 * 1024 * 1024 + 1));
	expect([large.status, large.body.fields]).toEqual([413, { file: "This file is larger than 10 MB." }]);
});

test("no more than 15 MB go together, and nobody sends the file of another", async () => {
	const contact = await newContact();
	const half = new Uint8Array(8 * 1024 * 1024);
	const files = [await attach(contact.id, "a.bin", half), await attach(contact.id, "b.bin", half)];
	const refused = await reply(contact.id, { attachment_ids: files.map(({ body }) => body.id) });
	expect(refused.body.fields).toEqual({ attachment_ids: "These files are larger than 15 MB together." });
	const hers = await attach(contact.id, "hers.txt", "x", grace);
	expect((await reply(contact.id, { attachment_ids: [hers.body.id] })).status).toBe(422);
	expect((await call("DELETE", `/api/thread-attachments/${hers.body.id}`)).status).toBe(409);
	const sent = await reply(contact.id, { attachment_ids: [files[0]?.body.id] });
	expect(sent.status).toBe(201);
	expect((await call("DELETE", `/api/thread-attachments/${files[0]?.body.id}`)).status).toBe(409);
	expect((await call("DELETE", `/api/thread-attachments/${files[1]?.body.id}`)).status).toBe(204);
});

test("two who assign at once are told; a lost role unassigns, and so does a deactivated account", async () => {
	const contact = await newContact();
	const assign = (body: Body, who?: typeof ada) =>
		call<PresentedThread & { current: PresentedThread; fields: Body }>("PATCH", pathOf(contact.id), body, who);
	expect((await assign({ assignee_id: ada.user.id, expected_assignee: null })).body.assignee?.name).toBe("Ada Byron");
	const late = await assign({ assignee_id: grace.user.id, expected_assignee: null }, grace);
	expect([late.status, late.body.current.assignee?.id]).toEqual([409, ada.user.id]);
	const user = await signInAs(app.deps, { role: "user" });
	expect((await assign({ assignee_id: user.user.id })).body.fields).toEqual({
		assignee_id: "Please choose a member of staff.",
	});
	await call("PATCH", `/api/users/${ada.user.id}/role`, { role: "user" }, grace);
	expect((await open(contact.id, undefined, grace)).thread.assignee).toBeNull();
	const left = await signInAs(app.deps, { role: "admin" });
	expect((await assign({ assignee_id: left.user.id }, grace)).body.assignee?.id).toBe(left.user.id);
	await call("PATCH", `/api/users/${left.user.id}/active`, { active: false }, grace);
	expect((await open(contact.id, undefined, grace)).thread.assignee).toBeNull();
	expect((await assign({ assignee_id: left.user.id }, grace)).body.fields).toEqual({
		assignee_id: "Please choose a member of staff.",
	});
});

test("a received message is unread until somebody opens it", async () => {
	const contact = await newContact();
	const thread = await insertThread(app.deps.db, contact.id);
	await app.deps.db.update(threadsTable).set({ received_at: new Date() }).where(eq(threadsTable.id, thread.id));
	expect((await open(contact.id)).thread.unread).toBe(true);
	expect((await call("POST", `${pathOf(contact.id)}/seen`)).status).toBe(204);
	expect((await open(contact.id, undefined, grace)).thread.unread).toBe(false);
});

test("search finds beginnings of words in texts, subjects, and file names, without case", async () => {
	const contact = await newContact();
	await attach(contact.id, "Kostenvoranschlag-2026.pdf", "%PDF-1.7").then(({ body }) =>
		reply(contact.id, { text: "Der Termin ist in München, siehe Zebrastreifen.", attachment_ids: [body.id] }),
	);
	const find = async (q: string, table = "contact_inquiries") =>
		(await call<{ rows: Body[] }>("GET", `/api/threads/search?q=${encodeURIComponent(q)}&table=${table}`)).body.rows;
	expect(await find("zebra")).toMatchObject([
		{ record_table: "contact_inquiries", record_id: contact.id, snippet: expect.stringContaining("Zebrastreifen") },
	]);
	expect(await find("ZEBRASTREIFEN münch")).toHaveLength(1);
	expect(await find("kostenvor")).toHaveLength(1);
	expect(await find("kostenvoranschlag-2026.pdf")).toHaveLength(1);
	expect(await find("streifen")).toEqual([]);
	expect(await find("zebra", "bookings")).toEqual([]);
	expect(await find("'\\:*&|!()<->")).toEqual([]);
	expect((await call("GET", "/api/threads/search?q=ab")).status).toBe(422);
});

test("canned replies belong to all, in the order of their titles", async () => {
	const add = (body: Body) => call<Body & { fields: Body }>("POST", "/api/canned-replies", body);
	const later = await add({ title: "zebra", text: "Dear {first_name}, {not a field}" });
	expect(later.status).toBe(201);
	await add({ title: "Apple", text: "Hi" });
	expect((await add({ title: "x", text: "Dear {nickname}" })).body.fields).toEqual({
		text: "There is no field {nickname}.",
	});
	expect((await add({ title: "x".repeat(101), text: "Hi" })).status).toBe(422);
	expect((await add({ title: "x", text: "Hi", record_table: "users" })).status).toBe(422);
	const { body } = await call<{ rows: Body[] }>("GET", "/api/canned-replies", undefined, grace);
	expect(body.rows).toMatchObject([
		{ title: "Apple", record_table: null },
		{ title: "zebra", record_table: null },
	]);
	const path = `/api/canned-replies/${later.body.id}`;
	expect((await call("PUT", path, { title: "Zebra", text: "Ho", record_table: "bookings" }, grace)).body).toMatchObject(
		{
			title: "Zebra",
			record_table: "bookings",
		},
	);
	expect((await call("DELETE", path)).status).toBe(204);
	expect((await call("DELETE", path)).status).toBe(404);
	const log = JSON.stringify((await call("GET", "/api/activity?table=canned_replies")).body);
	expect(log).toContain("Zebra");
	expect(log).not.toContain("Dear");
});

test("a signature is inserted for whoever has one", async () => {
	const contact = await newContact();
	expect((await call("PUT", "/api/signature", { text: "Yours, Ada" })).body).toEqual({ text: "Yours, Ada" });
	expect((await open(contact.id)).signature).toBe("Yours, Ada");
	expect((await open(contact.id, undefined, grace)).signature).toContain("Best regards");
	expect((await call("PUT", "/api/signature", { text: "x".repeat(1001) })).status).toBe(422);
	expect((await call("PUT", "/api/signature", { text: null })).body).toEqual({ text: null });
});

test("the log tells of replies and assignments, and not a word of them", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id, { text: "Gondola", subject: "Twelve" });
	await undo(sent.body.id);
	await call("PATCH", pathOf(contact.id), { assignee_id: grace.user.id });
	const { body } = await call<{ rows: { action: string; actor_name: string }[] }>(
		"GET",
		`/api/activity?record=${contact.id}`,
	);
	expect(body.rows.map(({ action }) => action)).toEqual(["assign", "undo_reply", "reply", "insert"]);
	expect(JSON.stringify(body)).not.toMatch(/Gondola|Twelve|client@/);
});

test("threads are listed as every list is, by kind and by change", async () => {
	const contact = await newContact();
	await reply(contact.id);
	const { body } = await call<{ rows: PresentedThread[]; next: string | null }>(
		"GET",
		"/api/threads?table=contact_inquiries&limit=1",
	);
	expect(body.rows).toMatchObject([{ record_id: contact.id, message_count: 1 }]);
	expect(body.next).not.toBeNull();
	const since = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
	expect((await call<{ rows: unknown[] }>("GET", `/api/threads?updated_since=${since}`)).body.rows).toEqual([]);
});

test("a thread goes with its record, whoever deletes it", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id);
	await app.deps.db.delete(contactsTable).where(eq(contactsTable.id, contact.id));
	expect(await app.deps.db.$count(threadMessagesTable, eq(threadMessagesTable.id, sent.body.id))).toBe(0);
});
