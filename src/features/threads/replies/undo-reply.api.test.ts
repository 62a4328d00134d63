import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { threadMessageIdsTable } from "#features/threads/threads.table.ts";
import { pathOf, startReplyDesk } from "#tests/reply-desk.ts";

const desk = startReplyDesk();
const { app, attach, call, contactRow, mailOf, newContact, open, passTime, reply, saveDraft, undo } = desk;

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
	await call("PATCH", `/api/contacts/${contact.id}`, { status: "closed" }, desk.grace);
	await call("PATCH", pathOf(contact.id), { assignee_id: desk.grace.user.id }, desk.grace);
	expect((await undo(sent.body.id)).status).toBe(200);
	expect(await contactRow(contact.id)).toMatchObject({ status: "closed", first_answered_at: expect.any(Date) });
	expect((await open(contact.id)).thread.assignee?.id).toBe(desk.grace.user.id);
});

test("what has left cannot be taken back, and nobody takes back the reply of another", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id);
	expect((await undo(sent.body.id, desk.grace)).status).toBe(403);
	const mailId = (await mailOf(contact.id))?.id ?? "";
	const setAttempts = (attempts: number) =>
		app.deps.db.update(mailsTable).set({ attempts }).where(eq(mailsTable.id, mailId));
	await setAttempts(1);
	expect((await undo(sent.body.id)).status).toBe(409);
	await setAttempts(0);
	await passTime(mailId);
	const late = await undo(sent.body.id);
	expect([late.status, late.body.code]).toEqual([409, "already_sent"]);
	expect(
		await app.deps.db.$count(threadMessageIdsTable, eq(threadMessageIdsTable.message_id, sent.body.message_id ?? "")),
	).toBe(1);
});

test("undo does not lose a draft that was begun meanwhile", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id, { text: "First" });
	const file = await attach(contact.id, "second.txt", "second");
	await saveDraft(contact.id, { text: "Second", version: 0, attachment_ids: [file.body.id] });
	expect((await undo(sent.body.id)).body).toMatchObject({
		text: "First\n\nSecond",
		version: 2,
		attachments: [{ name: "second.txt" }],
	});
});

test("after an undo the conversation was last written in when it was before, and nobody has answered", async () => {
	const contact = await newContact();
	const first = await reply(contact.id);
	const second = await reply(contact.id, { after: first.body.id });
	expect((await open(contact.id)).thread.last_message_at).toBe(second.body.at);
	await undo(second.body.id);
	expect((await open(contact.id)).thread.last_message_at).toBe(first.body.at);
	expect(await contactRow(contact.id)).toMatchObject({ first_answered_at: expect.any(Date) });
	await undo(first.body.id);
	expect(await contactRow(contact.id)).toMatchObject({ status: "new", first_answered_at: null });
});
