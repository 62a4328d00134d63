import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { receiveContact } from "#features/contacts/contacts.server.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { sendMailAgain, sendQueuedMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { PresentedMessage } from "#features/threads/threads.server.ts";
import { threadMessageIdsTable, threadsTable } from "#features/threads/threads.table.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { type Mailer, openMailer } from "#platform/mail/mailer.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { fromVisitor } from "#tests/reception.ts";

// Replies as a real mail server receives them, read back by real parsers.

const server = await startMailServer();
const app = startTestApp({
	SMTP_URL: server.url,
	REPLY_UNDO_SECONDS: "0",
	INBOUND_DIR: "/nowhere",
	INBOUND_ADDRESS: "desk@inbox.example",
});
let mailer: Mailer;
let ada: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
	ada = await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
	mailer = openMailer(app.deps.settings.mail, app.deps.logger);
	await sendQueuedMail(app.deps, mailer);
});
afterAll(async () => {
	mailer.close();
	await server.stop();
});

async function post<T>(path: string, body: object | FormData): Promise<T> {
	const isForm = body instanceof FormData;
	const answer = await app.api.request(`/api/threads/contact_inquiries/${path}`, {
		method: "POST",
		headers: { ...ada.headers, ...(!isForm && { "content-type": "application/json" }) },
		body: isForm ? body : JSON.stringify(body),
	});
	expect(answer.status).toBe(201);
	return answer.json();
}

const reply = (id: string, body: object = {}) =>
	post<PresentedMessage>(`${id}/replies`, { key: randomUUID(), text: "Thank you.", after: id, ...body });

async function attach(id: string, name: string, content: string): Promise<string> {
	const form = new FormData();
	form.append("file", new File([content], name));
	return (await post<{ id: string }>(`${id}/attachments`, form)).id;
}

const threadOf = async (id: string) =>
	(await app.deps.db.select().from(threadsTable).where(eq(threadsTable.record_id, id)))[0];

/** The next message that the server gets. */
async function received() {
	const count = server.received.length + 1;
	return async () => {
		await server.receives(count);
		const mail = server.received[count - 1];
		if (!mail) throw new Error("no mail came");
		const header = (name: string) => mail.email.headers.find(({ key }) => key === name)?.value;
		return { ...mail, header };
	};
}

test("a reply arrives as what a person has written, with its files, and names its thread", async () => {
	const contact = await insertContact(app.deps.db, { email: "client@example.com", message: "Is it <b>free</b>?" });
	const thread = await insertThread(app.deps.db, contact.id);
	const references = Array.from({ length: 30 }, (_, i) => `<${"r".repeat(40)}${i}@example.com>`);
	const { id, message_id } = await insertMessage(app.deps.db, thread.id, { reference_ids: references });
	const text = "Dear Ada,\n\n**yes** — see https://pilcrow.example/a?b=1&c=2\n\n- Grüße\n- <script>";
	const next = await received();
	const sent = await reply(contact.id, {
		after: id,
		text,
		subject: "Re: Größe",
		cc: ["eve@example.com"],
		attachment_ids: [await attach(contact.id, "Angebot für Ada.pdf", "%PDF-1.7 hello")],
	});
	const { email, from, to, source, header } = await next();
	expect([from, to]).toEqual(["hello@pilcrow.example", ["client@example.com", "eve@example.com"]]);
	expect(email).toMatchObject({
		from: { name: "Ada Byron, Pilcrow", address: "hello@pilcrow.example" },
		to: [{ address: "client@example.com" }],
		cc: [{ address: "eve@example.com" }],
		replyTo: [{ address: `desk+${thread.token}@inbox.example` }],
		subject: "Re: Größe",
		messageId: sent.message_id,
		inReplyTo: message_id,
		attachments: [{ filename: "Angebot für Ada.pdf", mimeType: "application/pdf", disposition: "attachment" }],
	});
	expect(email.bcc).toBeUndefined();
	const named = email.references?.split(/\s+/) ?? [];
	expect([named.length, named[0], named.at(-1)]).toEqual([20, `<thread.${thread.id}@pilcrow.example>`, message_id]);
	expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString()).toBe("%PDF-1.7 hello");
	expect(email.text).toContain(`${text}\n\nOn `);
	expect(email.html).toContain("<strong>yes</strong>");
	expect(email.html).toContain("<li>&lt;script&gt;</li>");
	expect(email.html).toContain("Ada Byron wrote:");
	for (const key of ["auto-submitted", "x-auto-response-suppress", "precedence", "list-unsubscribe"]) {
		expect([key, header(key)]).toEqual([key, undefined]);
	}
	const head = source.slice(0, source.indexOf("\r\n\r\n"));
	expect(head.split("\r\n").filter((line) => line.length > 78)).toEqual([]);
	expect(source).toMatch(/multipart\/mixed[\s\S]*multipart\/alternative/);
});

test("a confirmation belongs to the thread, and the first reply answers it", async () => {
	const form = contactFormSchema.parse({
		firstName: "Hanne",
		lastName: "Solberg",
		email: "hanne@example.com",
		message: "Hello?",
	});
	const first = await received();
	const contact = await receiveContact(app.deps, form, fromVisitor);
	const confirmation = await first();
	const thread = await threadOf(contact.id);
	expect(confirmation.email.replyTo).toMatchObject([{ address: `desk+${thread?.token}@inbox.example` }]);
	expect([confirmation.header("auto-submitted"), confirmation.header("x-auto-response-suppress")]).toEqual([
		"auto-replied",
		"All",
	]);
	const second = await received();
	await reply(contact.id);
	const { email } = await second();
	expect(email.inReplyTo).toBe(confirmation.email.messageId);
	expect(email.references).toBe(`<thread.${thread?.id}@pilcrow.example> ${confirmation.email.messageId}`);
});

test("each round of 'Send Again' is known before it is sent", async () => {
	const contact = await insertContact(app.deps.db);
	const next = await received();
	const { delivery } = await reply(contact.id);
	await next();
	const mailId = delivery?.mail_id ?? "";
	await expect
		.poll(async () => (await app.deps.db.select().from(mailsTable).where(eq(mailsTable.id, mailId)))[0]?.status)
		.toBe("sent");
	const again = await received();
	await sendMailAgain(app.deps, mailId);
	const { email } = await again();
	expect(email.messageId).toBe(`<${mailId}.2@pilcrow.example>`);
	const ids = await app.deps.db.select().from(threadMessageIdsTable).where(eq(threadMessageIdsTable.mail_id, mailId));
	expect(ids.map(({ message_id }) => message_id).sort()).toEqual([
		`<${mailId}.1@pilcrow.example>`,
		`<${mailId}.2@pilcrow.example>`,
	]);
});

test("a reply whose file is gone is not sent without it", async () => {
	const contact = await insertContact(app.deps.db);
	const file = await attach(contact.id, "a.txt", "a");
	for await (const { name } of app.deps.storage.list("mail-attachments"))
		await app.deps.storage.remove("mail-attachments", name);
	const { delivery } = await reply(contact.id, { attachment_ids: [file] });
	await expect
		.poll(
			async () =>
				(
					await app.deps.db
						.select()
						.from(mailsTable)
						.where(eq(mailsTable.id, delivery?.mail_id ?? ""))
				)[0],
		)
		.toMatchObject({ status: "failed", last_error: "A file attached to this email is no longer stored." });
});

const doveadm = ["/usr/bin/doveadm", "/usr/local/bin/doveadm"].find((path) => existsSync(path));

// Where Debian's dovecot is not installed, postal-mime above is the only parser.
test.skipIf(!doveadm)("a mail server's own parser reads the same", async () => {
	const contact = await insertContact(app.deps.db, { email: "client@example.com" });
	const next = await received();
	await reply(contact.id, {
		subject: "Re: Größe",
		cc: ["eve@example.com"],
		attachment_ids: [await attach(contact.id, "offer.pdf", "%PDF-1.7")],
	});
	const { source, email } = await next();
	const folder = await mkdtemp(join(tmpdir(), "dovecot-"));
	for (const part of ["cur", "new", "tmp"]) await mkdir(join(folder, "Maildir", part), { recursive: true });
	await writeFile(join(folder, "Maildir/new/1.M1.host"), source);
	const config = join(folder, "dovecot.conf");
	// Dovecot reads no email as root: then as no one.
	const { username, uid, gid } = userInfo();
	const reader = uid === 0 ? { uid: 65_534, gid: 65_534, name: "nobody" } : { uid, gid, name: username };
	for (const part of ["", "Maildir", "Maildir/cur", "Maildir/new", "Maildir/tmp"]) {
		await chown(join(folder, part), reader.uid, reader.gid);
	}
	await writeFile(
		config,
		`mail_location = maildir:${folder}/Maildir\nbase_dir = ${folder}/base\nssl = no\nfirst_valid_uid = 0\nfirst_valid_gid = 0\nmail_uid = ${reader.uid}\nmail_gid = ${reader.gid}\n`,
	);
	const { stdout } = await promisify(execFile)(
		doveadm ?? "",
		["-c", config, "fetch", "imap.envelope imap.bodystructure hdr.references hdr.reply-to", "all"],
		{ env: { HOME: folder, USER: reader.name, PATH: process.env.PATH }, uid: reader.uid, gid: reader.gid },
	);
	await rm(folder, { recursive: true });
	expect(stdout).toContain("=?UTF-8?Q?Re=3A_Gr=C3=B6=C3=9Fe?=");
	expect(stdout).toContain(`(("Ada Byron, Pilcrow" NIL "hello" "pilcrow.example"))`);
	expect(stdout).toContain(`((NIL NIL "eve" "example.com"))`);
	expect(stdout).toContain(email.messageId);
	expect(stdout).toContain(`<thread.${(await threadOf(contact.id))?.id}@pilcrow.example>`);
	expect(stdout).toMatch(
		/"text" "plain"[\s\S]*"text" "html"[\s\S]*"alternative"[\s\S]*"application" "pdf"[\s\S]*"offer.pdf"[\s\S]*"mixed"/,
	);
});

test("two processes send a reply once, and none that was taken back before they came", async () => {
	const holding = { ...app.deps.settings.mail, replyUndoSeconds: 1 };
	app.deps.settings.mail.replyUndoSeconds = 1;
	const [kept, taken] = [await insertContact(app.deps.db), await insertContact(app.deps.db)];
	const next = await received();
	const { delivery } = await reply(kept.id);
	const undone = await reply(taken.id);
	app.deps.settings.mail.replyUndoSeconds = 0;
	const answer = await app.api.request(`/api/thread-messages/${undone.id}/undo`, {
		method: "POST",
		headers: ada.headers,
	});
	expect(answer.status).toBe(200);
	// Another process, which looks for what waits.
	const jobs = await openJobQueue(app.deps.database, app.deps.logger, []);
	const other = openMailer(holding, app.deps.logger);
	await sendQueuedMail({ ...app.deps, jobs }, other);
	const { email } = await next();
	const left = Date.now();
	expect(left).toBeGreaterThanOrEqual(Date.parse(delivery?.undo_until ?? ""));
	expect(email.messageId).toBe(`<${delivery?.mail_id}.1@pilcrow.example>`);
	other.close();
	await jobs.stop();
	expect(server.received.filter(({ email: each }) => each.messageId === email.messageId)).toHaveLength(1);
	expect(await app.deps.db.$count(mailsTable, eq(mailsTable.record_id, taken.id))).toBe(0);
	expect(await app.deps.db.$count(contactsTable, eq(contactsTable.id, taken.id))).toBe(1);
}, 60_000);
