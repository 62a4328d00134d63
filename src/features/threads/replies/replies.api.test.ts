import { randomUUID } from "node:crypto";
import { subHours } from "date-fns/subHours";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { threadsTable } from "#features/threads/threads.table.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";
import { type Body, pathOf, startReplyDesk } from "#tests/reply-desk.ts";

const desk = startReplyDesk();
const { app, call, contactRow, mailOf, newContact, open, passTime, reply, undo } = desk;

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
		author: { id: desk.ada.user.id, name: "Ada Byron" },
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
	expect(thread).toMatchObject({ assignee: { id: desk.ada.user.id, name: "Ada Byron" }, message_count: 1 });
	expect(JSON.stringify(await open(contact.id))).not.toContain(await tokenOf(contact.id));
});

const tokenOf = async (id: string) =>
	(await app.deps.db.select().from(threadsTable).where(eq(threadsTable.record_id, id)))[0]?.token ?? "";

test("the first reply stops the clock without a status too, and a second one leaves the moment", async () => {
	const contact = await newContact();
	const first = await reply(contact.id);
	const answered = (await contactRow(contact.id))?.first_answered_at;
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: expect.any(Date) });
	await call("PATCH", pathOf(contact.id), { assignee_id: desk.grace.user.id });
	await reply(contact.id, { after: first.body.id });
	expect((await contactRow(contact.id))?.first_answered_at).toEqual(answered);
	const { thread, messages } = await open(contact.id);
	expect(thread.assignee?.name).toBe("Grace Hopper");
	expect(messages.map(({ id }) => id).slice(0, 2)).toEqual([contact.id, first.body.id]);
});

test("one key is one mail and the same answer, also when both come at once", async () => {
	const contact = await newContact();
	const key = randomUUID();
	const { database, db } = app.deps;
	const waiting =
		"select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
	// Both have begun to write before either is sent.
	const begun = await db.transaction(async (tx) => {
		await tx.select().from(contactsTable).where(eq(contactsTable.id, contact.id)).for("update");
		const replies = [reply(contact.id, { key }), reply(contact.id, { key })];
		await expect.poll(async () => (await database.query(waiting)).rows).toEqual([{ n: 2 }]);
		return replies;
	});
	const both = await Promise.all(begun);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
	expect(both[0]?.body.id).toBe(both[1]?.body.id);
	const again = await reply(contact.id, { key, text: "Other" });
	expect([again.status, again.body.text]).toEqual([200, "Thank you."]);
	expect(await app.deps.db.$count(mailsTable, eq(mailsTable.record_id, contact.id))).toBe(1);
});

test("the second to send is asked, with what is new, and sends anyway if they mean it", async () => {
	const contact = await newContact();
	const first = await reply(contact.id, { text: "From Grace" }, { who: desk.grace });
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
	await insertMessage(app.deps.db, thread.id, { at: subHours(new Date(), 1), text: "Hello." });
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
	["a long text", { text: "x".repeat(20_001) }, { text: "Please keep this to 20,000 characters or fewer." }],
	["a long subject", { subject: "x".repeat(301) }, { subject: "Please keep this to 300 characters or fewer." }],
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

// F41
test("a reply of nothing but a signature or a quote is refused, and nothing is sent", async () => {
	const contact = await newContact({ message: "Hello?" });
	await call("PUT", "/api/signature", { text: "Kind regards,\nAda" });
	const quote = "On Monday, June 3, 2030, at 9:00 AM EDT, Eve wrote:\n> Hello?";
	const signature = "Kind regards,\nAda";
	for (const text of ["", "\u200b\u00a0", `\n\n${signature}`, `${signature}\n${signature}`, `${quote}\n\nAda\u200b`]) {
		expect(await reply(contact.id, { text, status: "resolved" }), text).toMatchObject({
			status: 422,
			body: { fields: { text: "Please write a reply." } },
		});
	}
	expect(await mailOf(contact.id)).toBeUndefined();
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: null });
	expect((await reply(contact.id, { text: `Yes.\n\n${signature}` })).status).toBe(201);
});
