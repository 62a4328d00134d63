import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { syncs } from "#platform/files/durable-files.server.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import { openMailer } from "#platform/mail/mailer.server.ts";
import { buildMail, link, openOutbox } from "#tests/outbox.ts";
import { publishLogo } from "#tests/own-logo.ts";
import { attachToMail, insertMail, queueMail, sendMailAgain, sendQueuedMail } from "./mail-outbox.server.ts";
import { deleteMailsOfRecords, deleteOldMails, failLostMails } from "./mail-removal.server.ts";
import { mailsTable } from "./mails.table.ts";

type Outbox = Awaited<ReturnType<typeof openOutbox>>;

const filesIn = (outbox: Outbox) => readdir(outbox.mailFolder).catch(() => []);
const age = (outbox: Outbox, interval: string) =>
	outbox.db.update(mailsTable).set({ queued_at: sql`now() - ${interval}::interval` });

test("a mail queued in a transaction that rolls back is never sent, one that commits is sent at once", async () => {
	const outbox = await openOutbox();
	await outbox.start();
	const rolledBack = outbox.db.transaction(async (tx) => {
		await queueMail(outbox, tx, buildMail({ subject: "never" }));
		throw new Error("rolled back");
	});
	await expect(rolledBack).rejects.toThrow("rolled back");
	await outbox.queue();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	expect(await filesIn(outbox)).toHaveLength(1);
	await outbox.stop();
	expect(await outbox.queuedJobs()).toEqual([]);
});

// proves D-access-11
test("without a mail server each mail is one .eml file, and its link stands in the log", async () => {
	const outbox = await openOutbox();
	const before = { ...syncs };
	await outbox.queue();
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	// The file; the folder that it lies in, and the one above, in which that is new.
	expect(syncs).toEqual({ files: before.files + 1, folders: before.folders + 2 });
	const [name = ""] = await filesIn(outbox);
	expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/);
	const parsed = await PostalMime.parse(await readFile(join(outbox.mailFolder, name)));
	expect(parsed).toMatchObject({
		subject: buildMail().subject,
		to: [{ address: "ada@example.com" }],
		from: { name: "Pilcrow Communications" },
		replyTo: [{ address: "hello@pilcrow.example" }],
	});
	expect(parsed.text?.split("\n")).toContain(link);
	expect(parsed.html).toContain(link.replaceAll("&", "&amp;"));
	expect(parsed.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
	expect(outbox.lines).toMatchObject([{ level: "info", fields: { link } }]);
});

test("many waiting mails all go out without delay, and those to nobody leave no trace", async () => {
	const outbox = await openOutbox();
	await outbox.db.transaction(async (tx) => {
		for (let n = 0; n < 12; n++) await queueMail(outbox, tx, buildMail({ to: n % 2 ? `a${n}@example.com` : null }));
	});
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(Array.from({ length: 6 }, () => "kept"));
	expect(await filesIn(outbox)).toHaveLength(6);
	await expect.poll(outbox.queuedJobs).toEqual([]);
});

test("what may hold a link that signs in is not kept beside its job, and gone when it is sent", async () => {
	const outbox = await openOutbox({ NODE_ENV: "production", SITE_URL: "https://site.test", TRUSTED_PROXIES: "1" });
	await outbox.queue({ kind: "account" });
	expect(JSON.stringify(await outbox.mails())).not.toContain("token=");
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	await outbox.stop();
	expect(JSON.stringify([await outbox.mails(), await outbox.queuedJobs()])).not.toContain("token=");
	expect(await filesIn(outbox)).toHaveLength(1);
	// In production not even without a mail server: logs go to more people than emails.
	expect(outbox.lines).toMatchObject([{ level: "info", message: expect.stringContaining("mail:") }]);
	expect(JSON.stringify(outbox.lines)).not.toContain("token=");
});

test("an account mail is given up after an hour, any other is still tried", async () => {
	const outbox = await openOutbox({ SMTP_URL: "smtp://127.0.0.1:1" });
	await outbox.queue({ kind: "account" });
	await outbox.queue();
	await age(outbox, "61 minutes");
	await outbox.start();
	await expect.poll(async () => (await outbox.statuses()).sort()).toEqual(["failed", "queued"]);
	// Each is logged when its status has been written.
	await expect
		.poll(() => outbox.lines.map(({ level, message }) => `${level}: ${message}`).sort())
		.toEqual(["error: an email failed permanently", "warn: an email was not sent; retrying"]);
	expect(JSON.stringify(outbox.lines)).not.toContain("token=");
	await age(outbox, "73 hours");
	await outbox.restartLater();
	await expect.poll(outbox.statuses).toEqual(["failed", "failed"]);
	await outbox.stop();
	expect(await outbox.queuedJobs()).toEqual([]);
});

test("a mail waits for its attachments, and takes them once", async () => {
	const outbox = await openOutbox();
	const { id } = await insertMail(outbox.db, buildMail({ kind: "invoice" }));
	expect(await outbox.queuedJobs()).toEqual([]);
	await outbox.db.update(mailsTable).set({ status: "failed" });
	await expect(sendMailAgain(outbox, id)).rejects.toMatchObject({ status: 409 });
	await outbox.db.update(mailsTable).set({ status: "queued" });
	const pdf = { filename: "a.pdf", contentType: "application/pdf", content: Buffer.from("%PDF").toString("base64") };
	await attachToMail(outbox, id, [pdf]);
	await attachToMail(outbox, id, [pdf]);
	expect(await outbox.queuedJobs()).toHaveLength(1);
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	const [name = ""] = await filesIn(outbox);
	const { attachments } = await PostalMime.parse(await readFile(join(outbox.mailFolder, name)));
	expect(attachments).toMatchObject([{ filename: "a.pdf", mimeType: "application/pdf" }]);
});

test("a sent mail goes again when asked, as a message of its own; one that is on its way does not", async () => {
	const outbox = await openOutbox();
	await outbox.queue();
	const [queued] = await outbox.mails();
	const id = queued?.id ?? "";
	await expect(sendMailAgain(outbox, id)).rejects.toMatchObject({ status: 409 });
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	const asked = new Date();
	await sendMailAgain(outbox, id, undefined, asked);
	await expect.poll(async () => (await filesIn(outbox)).length).toBe(2);
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	const sources = await Promise.all((await filesIn(outbox)).map((name) => readFile(join(outbox.mailFolder, name))));
	const ids = (await Promise.all(sources.map((source) => PostalMime.parse(source)))).map(({ messageId }) => messageId);
	expect(new Set(ids).size).toBe(2);
	// A18: one who had asked before it was queued again.
	await expect(sendMailAgain(outbox, id, undefined, asked)).rejects.toMatchObject({ status: 409 });
});

test("a job that belongs to an earlier round of its mail does nothing", async () => {
	const outbox = await openOutbox();
	await outbox.queue();
	await outbox.db.update(mailsTable).set({ round: 2 });
	await outbox.start();
	await expect.poll(outbox.queuedJobs).toEqual([]);
	expect(await outbox.mails()).toMatchObject([{ status: "queued", attempts: 0 }]);
});

test("a mail whose process was killed after marking it as sent is not sent by its job again", async () => {
	const outbox = await openOutbox();
	await outbox.queue();
	await outbox.db.update(mailsTable).set({ status: "sent", sent_at: sql`now()` });
	await outbox.start();
	await expect.poll(outbox.queuedJobs).toEqual([]);
	expect(await filesIn(outbox)).toEqual([]);
});

test("a mail that no job stands for any more shows as failed after some days, instead of waiting for ever", async () => {
	const outbox = await openOutbox();
	await outbox.queue();
	await outbox.database.query("delete from pgboss.job where name = 'mail'");
	await failLostMails(outbox);
	expect(await outbox.statuses()).toEqual(["queued"]);
	await age(outbox, "97 hours");
	await failLostMails(outbox);
	expect(await outbox.mails()).toMatchObject([{ status: "failed", last_error: "The email couldn't be sent in time." }]);
});

test("what people wrote is dropped after a month, and that they were written to after a year", async () => {
	const outbox = await openOutbox();
	await outbox.queue();
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	await deleteOldMails(outbox);
	expect(await filesIn(outbox)).toHaveLength(1);
	expect(await outbox.mails()).toMatchObject([{ content: { text: expect.stringContaining("Guten Tag") } }]);
	await age(outbox, "31 days");
	await deleteOldMails(outbox);
	expect(await outbox.mails()).toMatchObject([{ status: "kept", content: null }]);
	expect(await filesIn(outbox)).toEqual([]);
	await age(outbox, "366 days");
	await deleteOldMails(outbox);
	expect(await outbox.mails()).toEqual([]);
	expect(await filesIn(outbox)).toEqual([]);
});

test("the mails of a record go with it, sent or not", async () => {
	const outbox = await openOutbox();
	const record = { table: "job_applications", id: crypto.randomUUID() } as const;
	await outbox.queue({ record });
	await outbox.queue({ record: { ...record, id: crypto.randomUUID() } });
	await deleteMailsOfRecords(outbox.db, outbox.settings, record.table, [record.id]);
	expect(await outbox.db.select().from(mailsTable).where(eq(mailsTable.record_id, record.id))).toEqual([]);
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept"]);
	await expect.poll(outbox.queuedJobs).toEqual([]);
	expect(await filesIn(outbox)).toHaveLength(1);
});

test("the files of a record's mails go with it, those of an earlier version and of a killed process too", async () => {
	const outbox = await openOutbox();
	const record = { table: "job_applications", id: crypto.randomUUID() } as const;
	await outbox.queue({ record });
	await outbox.queue();
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept", "kept"]);
	const mail = (await outbox.mails()).find(({ record_id }) => record_id === record.id);
	await sendMailAgain(outbox, mail?.id ?? "");
	await expect.poll(async () => (await filesIn(outbox)).length).toBe(3);
	await expect.poll(outbox.statuses).toEqual(["kept", "kept"]);
	for (const name of [
		`2026-01-01T10-00-00.000Z-${mail?.id.slice(0, 8)}.eml`,
		`2026-01-01T10-00-00.000Z-${mail?.id}.eml.part`,
	]) {
		await writeFile(join(outbox.mailFolder, name), "to the record's person");
	}
	await writeFile(join(outbox.mailFolder, "notes.txt"), "not ours");
	const { folders } = syncs;
	await deleteMailsOfRecords(outbox.db, outbox.settings, record.table, [record.id]);
	// So that no power cut brings them back.
	expect(syncs.folders).toBe(folders + 1);
	const [kept] = await outbox.mails();
	expect((await filesIn(outbox)).sort()).toEqual([expect.stringMatching(`${kept?.id}\\.eml$`), "notes.txt"]);
});

test("a mail that is deleted while it is being sent leaves no file", async () => {
	const outbox = await openOutbox();
	const mailer = openMailer(outbox.settings.mail, outbox.logger);
	let written: string[] = [];
	await outbox.queue();
	await sendQueuedMail(outbox, {
		...mailer,
		send: async (mail) => {
			await mailer.send(mail);
			written = await filesIn(outbox);
			await outbox.db.delete(mailsTable);
		},
	});
	await expect.poll(outbox.queuedJobs).toEqual([]);
	expect(written).toHaveLength(1);
	expect(await filesIn(outbox)).toEqual([]);
});

test("an email with the firm's own logo brings it along, and one without it brings nothing", async () => {
	const outbox = await openOutbox();
	await publishLogo();
	const { html } = composeLetter({ subject: "S", heading: "H", paragraphs: ["P"], closing: "C" });
	await outbox.queue({ subject: "With", html });
	await outbox.queue({ subject: "Without" });
	await outbox.start();
	await expect.poll(outbox.statuses).toEqual(["kept", "kept"]);
	const sources = await Promise.all((await filesIn(outbox)).map((name) => readFile(join(outbox.mailFolder, name))));
	const mails = await Promise.all(sources.map((source) => PostalMime.parse(source)));
	const [first] = mails.filter(({ subject }) => subject === "With");
	expect(first?.attachments).toMatchObject([{ contentId: "<logo@firm>", mimeType: "image/png" }]);
	expect(first?.html).toContain('src="cid:logo@firm"');
	expect(mails.find(({ subject }) => subject === "Without")?.attachments).toEqual([]);
});
