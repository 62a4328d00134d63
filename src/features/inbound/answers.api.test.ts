import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { PresentedMessage, PresentedThread } from "#features/threads/threads.server.ts";
import { threadsTable } from "#features/threads/threads.table.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { corpusFault } from "#tests/inbound-corpus.ts";
import { nextNumber, startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";

const { app, call, mailsOf, messageOf, rowOf, send, statusOf } = startInboundDesk();

describe("an answer", () => {
	/** From the form over a reply to what a client's program would name. */
	async function converse() {
		const contact = await insertContact(app.deps.db, {
			email: `client${nextNumber()}@client.example`,
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
				writeMessage({ From: `Client <${contact.email}>`, Subject: "Re: Our bakery", ...headers }, body),
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
		await send(answer({ "In-Reply-To": messageId }));
		expect((await read(path)).thread.unread).toBe(true);
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

	test("of somebody who got a copy belongs to the conversation", async () => {
		const { answer, messageId, contact, path } = await converse();
		const copied = { key: randomUUID(), text: "Eve, too.", after: null, anyway: true, cc: ["eve@client.example"] };
		expect((await call("POST", `${path}/replies`, copied)).status).toBe(201);
		const taken = await send(answer({ From: "Eve+post@client.example", "In-Reply-To": messageId }));
		expect(taken).toMatchObject({ outcome: "thread", reason: "reference" });
		expect((await rowOf(taken.id)).record_id).toBe(contact.id);
	});

	test("to an inquiry by email keeps it where it is, as does being all that there is of it", async () => {
		const { contact } = await converse();
		const taken = await send(writeMessage());
		const { record_id, thread_message_id } = await rowOf(taken.id);
		expect((await call("POST", `/api/thread-messages/${thread_message_id}/split`)).status).toBe(409);
		const path = `/api/threads/contact_inquiries/${record_id}/replies`;
		const sent = await call("POST", path, { key: randomUUID(), text: "Yes.", after: thread_message_id });
		expect(sent.status).toBe(201);
		const into = { table: "contact_inquiries", id: contact.id };
		expect((await call("POST", `/api/inbound/${taken.id}/take`, { into })).status).toBe(409);
		expect((await rowOf(taken.id)).record_id).toBe(record_id);
	});

	test("of a machine is shown and does nothing else", async () => {
		const { answer, messageId, contact, path } = await converse();
		await send(answer({ "In-Reply-To": messageId, "List-Id": "<news.client.example>" }));
		expect(await statusOf(contact.id)).toBe("resolved");
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
		expect((await messageOf(taken.id)).flags).toEqual([]);
		expect((await call("POST", `/api/thread-messages/${message.id}/split`)).status).toBe(409);
	});

	test("to an invitation goes to its booking, and changes nothing there", async () => {
		const booking = await insertBooking(app.deps.db, { email: "guest@client.example" });
		await app.deps.db.execute(`update bookings set calendar_sequence = 1 where id = '${booking.id}'`);
		const calendar = (email: string) =>
			`BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:booking-${booking.id}@pilcrow.example\r\nATTENDEE;PARTSTAT=DECLINED:mailto:${email}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
		const type = { "Content-Type": "text/calendar; method=REPLY" };
		const guest = await send(
			writeMessage({ ...type, From: "Guest <guest@client.example>" }, calendar("guest@client.example")),
		);
		expect(guest).toMatchObject({ outcome: "thread", reason: "calendar" });
		expect((await messageOf(guest.id)).calendar).toMatchObject({ partstat: "DECLINED" });
		expect(await send(writeMessage(type, calendar("other@client.example")))).toMatchObject({ reason: "automatic" });
	});

	test("that never arrived marks its mail, with a text of a machine and our Message-ID alone as well", async () => {
		const { contact, messageId, mailId } = await converse();
		const write = () =>
			writeMessage(
				{ From: "postmaster@relay.example", Subject: "Failure" },
				`Hi. This is the qmail-send program.\r\n\r\n<${contact.email}>:\r\nThe mailbox does not exist.\r\n\r\nMessage-ID: ${messageId}\r\n`,
			);
		expect(await send(write())).toMatchObject({ outcome: "bounce", reason: "failed" });
		const [mail] = await app.deps.db.select().from(mailsTable).where(eq(mailsTable.id, mailId));
		expect(mail?.status).toBe("failed");
		expect(mail?.last_error).toMatch(/^The mail came back: .*The mailbox does not exist/);
		expect(mail?.bounced_at).not.toBeNull();
		const metrics = await app.deps.metrics.registry.metrics();
		expect(metrics).toContain('inbound_mails_total{source="webhook",outcome="bounce"} 1\n');
		expect(metrics).toContain("mail_bounces_total 1\n");
		// Sent again meanwhile, it is on its way.
		await app.deps.db.update(mailsTable).set({ status: "queued" }).where(eq(mailsTable.id, mailId));
		await send(write());
		const [again] = await app.deps.db.select().from(mailsTable).where(eq(mailsTable.id, mailId));
		expect(again?.status).toBe("queued");
	});

	// F1
	test("that never arrived is the one that is marked, not the email that it answered", async () => {
		const { contact, messageId, mailId } = await converse();
		const { rows } = await app.deps.database.query(
			"insert into mails (kind, recipient, subject, status, attempts) values ('confirmation', $1, 'Earlier', 'sent', 1) returning id",
			[contact.email],
		);
		const bounce = corpusFault("bounce-as-sent.eml", {
			"ida.holm@client.example": contact.email,
			"<d3e15127-084b-45aa-a8be-7492ef99f736.1@pilcrow.example>": messageId,
			"96fefb42-a1bf-4f2a-93ab-f034981ac2bb": String(rows[0]?.id),
			"dsn13@": "dsn14@",
		});
		const taken = await send(bounce);
		expect(taken).toMatchObject({ outcome: "bounce", reason: "failed" });
		expect((await rowOf(taken.id)).mail_id).toBe(mailId);
		const states = await app.deps.database.query("select id, status from mails where id = any ($1)", [
			[mailId, rows[0]?.id],
		]);
		expect(new Map(states.rows.map(({ id, status }) => [id, status]))).toEqual(
			new Map([
				[mailId, "failed"],
				[rows[0]?.id, "sent"],
			]),
		);
	});
});
