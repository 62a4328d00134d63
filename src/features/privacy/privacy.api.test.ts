import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityTable } from "#features/activity/activity.table.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { outgoingMail, queueMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { openMailer } from "#platform/mail/mailer.server.ts";
import { recordSources } from "#records.server.ts";
import type { MailedTable } from "#records.ts";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { eraseByCommand } from "./privacy-commands.server.ts";
import { deleteExpiredRecords } from "./retention.server.ts";

const app = startTestApp({
	RETENTION_APPLICATIONS_DAYS: "90",
	RETENTION_INQUIRIES_DAYS: "30",
	RETENTION_BOOKINGS_DAYS: "60",
	RETENTION_QUARANTINE_DAYS: "20",
	RETENTION_ACTIVITY_DAYS: "365",
});

async function ask(action: "export" | "erase" | "preview", body: object, role: "admin" | "user" | "nobody" = "admin") {
	const headers = role === "nobody" ? {} : (await signInAs(app.deps, { role })).headers;
	return app.api.request(`/api/privacy/${action}`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
}

const erase = (email: string) => ask("erase", { email, confirmation: email });

/** One of each kind. */
async function insertPerson(email: string, resume: string) {
	const { db, storage } = app.deps;
	const booking = await insertBooking(db, { name: `Of ${email}`, email, message: "my booking" });
	await insertContact(db, { email, message: "my inquiry" });
	await storage.put("resumes", resume, new Blob(["%PDF- my resume"]));
	await insertApplication(db, { applicant_email: email, resume_url: resume });
	await holdBack(email, `held-${resume}`);
	await insertUser(app.deps, { email: email.toLowerCase() });
	await insertInvoice(db, testTime, { client_email: email });
	await db.transaction((tx) =>
		queueMail(app.deps, tx, { kind: "account", to: email, subject: "my mail", text: "", html: "" }),
	);
	// To staff, and answered by no one in particular: only its record says whom it is about.
	await queueMailAbout("bookings", booking.id, `About ${email}`);
	// To staff, about a record that is gone: only the address for answers says whom it is about.
	await db.transaction((tx) =>
		queueMail(app.deps, tx, {
			kind: "notice",
			record: { table: "bookings", id: randomUUID() },
			to: "desk@pilcrow.example",
			replyTo: email,
			subject: `From ${email}`,
			text: "",
			html: "",
		}),
	);
}

async function holdBack(email: string, file: string, received_at = testTime) {
	const { db, storage } = app.deps;
	await storage.put("quarantine", file, new Blob(["%PDF- my held-back resume"]));
	const fields = { firstName: "Ada", lastName: "Byron", email, coverLetter: "my held-back letter" };
	await db.insert(quarantineTable).values({ form: "application", fields, reasons: ["trap"], file, received_at });
}

/** What is queued, written into the mail folder as the outbox would. */
async function sendQueuedMails() {
	const { db, settings } = app.deps;
	const mailer = openMailer(settings.mail, recordingLogger().logger);
	for (const row of await db.select().from(mailsTable)) {
		await mailer.send(outgoingMail(row, row.recipient ?? "", { text: `A letter about ${row.subject}`, html: "" }));
	}
}

/** The whole mail folder as one text. */
async function mailFolder(): Promise<string> {
	const { dir } = app.deps.settings.mail;
	const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), "utf8")));
	return texts.join("\n");
}

async function quarantineFiles(): Promise<string[]> {
	const found = [];
	for await (const { name } of app.deps.storage.list("quarantine")) found.push(name);
	return found.sort();
}

const queueMailAbout = (table: MailedTable, id: string, subject: string) =>
	app.deps.db.transaction((tx) =>
		queueMail(app.deps, tx, {
			kind: "invitation",
			record: { table, id },
			to: "desk@pilcrow.example",
			subject,
			text: "",
			html: "",
		}),
	);

const mailSubjects = async () =>
	(await app.deps.db.select({ subject: mailsTable.subject }).from(mailsTable)).map(({ subject }) => subject).sort();

test.each(["export", "erase", "preview"] as const)("only an admin may %s", async (action) => {
	const body = { email: "ada@example.com", confirmation: "ada@example.com" };
	expect((await ask(action, body, "nobody")).status).toBe(401);
	expect((await ask(action, body, "user")).status).toBe(403);
});

test("hands out everything about an address, however it is written, and nothing about others", async () => {
	await insertPerson("Ada@Example.com", "1-Ada.pdf");
	await insertPerson("ada@example.org", "2-Other.pdf");
	const answer = await ask("export", { email: " ada@example.COM " });
	expect(answer.status).toBe(200);
	const archive = await answer.text();
	for (const text of ["my booking", "my inquiry", "my resume", "my mail", "INV-2026-0001", '"role": "user"']) {
		expect(archive).toContain(text);
	}
	for (const text of ["my held-back letter", "my held-back resume", "quarantine/held-1-Ada.pdf"]) {
		expect(archive).toContain(text);
	}
	expect(archive).not.toMatch(/example\.org|2-Other|INV-2026-0002|password_hash|argon2/);
});

test("a reader who leaves in the middle of an export harms nothing", async () => {
	const email = "leaver@example.com";
	const { db, storage } = app.deps;
	for (const resume_url of ["1-Leaver.pdf", "2-Leaver.pdf"]) {
		await storage.put("resumes", resume_url, new Blob([Buffer.alloc(3_000_000)]));
		await insertApplication(db, { applicant_email: email, resume_url });
	}
	const reader = (await ask("export", { email })).body?.getReader();
	await reader?.read();
	await reader?.cancel();
	// Whatever the rest of the archive throws unseen fails this file.
	const archive = await (await ask("export", { email })).bytes();
	expect(archive.length).toBeGreaterThan(6_000_000);
	await erase(email);
});

test("erases all of it but the invoices, which it names, files included, and nothing of others", async () => {
	await sendQueuedMails();
	expect(await mailFolder()).toMatch(/ada@example\.com/i);
	const preview = await (await ask("preview", { email: "ADA@example.com" })).json();
	expect(preview).toEqual({
		counts: {
			bookings: 1,
			inquiries: 1,
			applications: 1,
			resumes: 1,
			retainers: 0,
			held_back_forms: 1,
			messages: 0,
			attachments: 0,
			received_emails: 0,
			mails: 3,
			accounts: 1,
		},
		kept_invoices: 1,
		calls_ahead: 0,
		is_admin: false,
	});
	const answer = await erase("ADA@example.com");
	expect([answer.status, await answer.json()]).toEqual([
		200,
		{
			bookings: 1,
			inquiries: 1,
			applications: 1,
			resumes: 1,
			retainers: 0,
			held_back_forms: 1,
			held_back_files: 1,
			messages: 0,
			attachments: 0,
			received_emails: 0,
			mails: 3,
			mail_files: 3,
			account: true,
			kept_invoices: ["INV-2026-0001"],
		},
	]);
	const { db, storage } = app.deps;
	expect(await storage.get("resumes", "1-Ada.pdf")).toBeUndefined();
	expect(await storage.get("resumes", "2-Other.pdf")).toBeDefined();
	expect(await quarantineFiles()).toEqual(["held-2-Other.pdf"]);
	expect(await mailFolder()).not.toMatch(/\bada@example\.com/i);
	expect((await mailFolder()).match(/^Subject: .*/gm)?.sort()).toEqual([
		"Subject: About ada@example.org",
		"Subject: From ada@example.org",
		"Subject: my mail",
	]);
	expect(await db.select({ email: bookingsTable.email }).from(bookingsTable)).toEqual([{ email: "ada@example.org" }]);
	expect(await db.$count(contactsTable)).toBe(1);
	expect(await db.$count(applicationsTable)).toBe(1);
	expect(await mailSubjects()).toEqual(["About ada@example.org", "From ada@example.org", "my mail"]);
	expect(await db.$count(invoicesTable)).toBe(2);
	const { rows: log } = await app.deps.database.query("select * from activity");
	expect(log.length).toBeGreaterThan(0);
	expect(JSON.stringify(log)).not.toMatch(/\bada@example\.com/i);
	const left = await (await ask("export", { email: "ada@example.com" })).text();
	expect(left).not.toMatch(/my booking|my inquiry|my resume|my mail/);
	expect(JSON.stringify(app.log)).not.toMatch(/\bada@example\.com/i);
});

// A14
test("the preview names the other addresses of the same mailbox that something is stored about", async () => {
	const { db, clock } = app.deps;
	await insertBooking(db, { email: "Mira+News@example.com" });
	await insertContact(db, { email: "mira+x@example.com" });
	await insertInvoice(db, clock(), { client_email: "mira@example.com" });
	for (const other of ["mira+y@example.org", "mirabel+z@example.com", "mira.b@example.com"])
		await insertContact(db, { email: other });
	await insertUser(app.deps, { email: "mira+account@example.com" });
	// 56.5: also of those who have only written an email, are replied to, or were invited.
	await app.deps.database.query(
		`insert into inbound_mails (source, key, at, from_address, outcome, size)
			values ('imap', 'mira', now(), 'Mira+Mail@example.com', 'ignored', 1)`,
	);
	const thread = await insertThread(db, (await insertContact(db, { email: "mira.c@example.com" })).id);
	await insertMessage(db, thread.id, { from_address: "mira+thread@example.com" });
	await app.deps.database.query(
		`insert into invitations (email, role, token_hash, created_at, sent_at, expires_at)
			values ('mira+guest@example.com', 'user', 'mira', now(), now(), now())`,
	);
	await db.insert(mailsTable).values({ kind: "notice", subject: "", reply_to: "mira+reply@example.com" });
	const relatedTo = async (email: string) => (await (await ask("preview", { email })).json()).related;
	const plus = ["account", "guest", "mail", "news", "reply", "thread", "x"].map((tag) => `mira+${tag}@example.com`);
	expect(await relatedTo("Mira@Example.com")).toEqual(plus);
	expect(await relatedTo("mira+x@example.com")).toEqual([...plus.slice(0, -1), "mira@example.com"]);
	expect(await relatedTo("mirabel@example.com")).toEqual(["mirabel+z@example.com"]);
	expect(await relatedTo("mira.b@example.com")).toBeUndefined();
	await app.deps.database.query("delete from contact_inquiries where email like 'mira%'");
});

test("the command says in words what it has erased", async () => {
	await holdBack("eve@example.com", "held-eve.pdf");
	expect(await eraseByCommand(app.deps, recordSources, "Eve@example.com")).toBe(
		[
			"Erased all data about Eve@example.com. Bookings: 0, Inquiries: 0, Applications: 0, Resumes: 0, Retainers: 0, Submissions on hold: 1, Files on hold: 1, Messages: 0, Attachments: 0, Received emails: 0, Emails: 0, Email files: 0, Accounts: 0.",
			"Existing backups will contain the data until they're replaced.",
		].join("\n"),
	);
});

test("hands out and erases from where somebody has signed in, and of whoever ended the sessions only that it was done", async () => {
	const email = "traveller@example.com";
	const { id } = await insertUser(app.deps, { email, full_name: "Traveller" });
	const { user: admin, headers } = await signInAs(app.deps, { role: "admin" });
	const browser = (name: string) => ({ "user-agent": `Mozilla/5.0 (Windows NT 10.0) ${name}/1`, ...headers });
	const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
	const body = JSON.stringify({ email, password: testPassword });
	const signIn = { method: "POST", body, headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/1" } };
	await app.api.request("/auth/v1/token?grant_type=password", signIn, from("192.0.2.71"));
	const end = { method: "DELETE", headers: browser("Chrome") };
	await app.api.request(`/api/users/${id}/sessions`, end, from("192.0.2.72"));

	const archive = await (await ask("export", { email })).text();
	expect(archive).toMatch(/"action": "signed_in",[^}]*\}[^}]*\}[^}]*"192\.0\.2\.71",\s*"device": "Firefox on Windows"/);
	expect(archive).toContain('"action": "sessions_ended"');
	expect(archive).not.toMatch(/192\.0\.2\.72|Chrome/);

	expect((await erase(email)).status).toBe(200);
	const { rows } = await app.deps.database.query(
		"select * from activity where action in ('signed_in', 'sessions_ended') order by at",
	);
	expect(rows).toMatchObject([
		{ action: "signed_in", address: null, device: null, record_label: null },
		{ action: "sessions_ended", address: null, device: null, record_label: null, actor_id: admin.id },
	]);
	expect(JSON.stringify(rows)).not.toMatch(/traveller|192\.0\.2\.71|Firefox/i);
});

test("takes the name of a colleague who has left out of what they have changed", async () => {
	const { db } = app.deps;
	const email = "colleague@example.com";
	const { user, headers } = await signInAs(app.deps, { role: "admin", email, full_name: "Former Colleague" });
	const booking = await insertBooking(db);
	await app.api.request(`/api/bookings/${booking.id}`, {
		method: "PATCH",
		headers: { ...headers, "content-type": "application/json" },
		body: '{"status":"closed"}',
	});
	const isTheirs = eq(activityTable.actor_id, user.id);
	expect(await db.select().from(activityTable).where(isTheirs)).toMatchObject([
		{ action: "update", actor_name: "Former Colleague", actor_email: email },
	]);
	await db.update(profilesTable).set({ role: "user" }).where(eq(profilesTable.user_id, user.id));
	expect((await erase(email)).status).toBe(200);
	expect(await db.select().from(activityTable).where(isTheirs)).toMatchObject([
		{ action: "update", actor_name: null, actor_email: null },
	]);
});

test("refuses to erase an admin's account, and anything at all then", async () => {
	const { user } = await signInAs(app.deps, { role: "admin" });
	await insertBooking(app.deps.db, { email: user.email });
	const answer = await erase(user.email);
	expect([answer.status, (await answer.json()).code]).toEqual([409, "admin_account"]);
	expect(await (await ask("export", { email: user.email })).text()).toContain("We open our second shop");
	expect(await app.deps.db.$count(usersTable)).toBeGreaterThan(0);
});

test("erases only what is confirmed by typing it twice", async () => {
	const answer = await ask("erase", { email: "ada@example.org", confirmation: "ada@example.com" });
	expect([answer.status, await answer.json()]).toMatchObject([
		422,
		{ fields: { confirmation: "To confirm, type the same address again." } },
	]);
	expect((await ask("erase", { email: "nonsense", confirmation: "nonsense" })).status).toBe(422);
	expect(await app.deps.db.$count(contactsTable)).toBe(1);
});

const daysAgo = (days: number) => new Date(testTime.getTime() - days * 24 * 3600_000);

test("forgets each kind after its own time, with files, mails and what the log says of them", async () => {
	const { db, storage } = app.deps;
	for (const table of [applicationsTable, contactsTable, bookingsTable, quarantineTable, mailsTable]) {
		await db.delete(table);
	}
	for (const days of [91, 89]) {
		await storage.put("resumes", `${days}-Old.pdf`, new Blob(["%PDF-"]));
		const { id } = await insertApplication(db, {
			applicant_name: `Applied ${days} days ago`,
			applied_at: daysAgo(days),
			resume_url: `${days}-Old.pdf`,
		});
		await queueMailAbout("job_applications", id, `${days} days`);
	}
	for (const days of [31, 29]) {
		const name = `Wrote ${days} days ago`;
		const { id } = await insertContact(db, { name, created_at: daysAgo(days), subject: `${days} days` });
		await queueMailAbout("contact_inquiries", id, `${days} days`);
	}
	const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);
	for (const [days, preferred_date] of [
		[61, null],
		[62, dayOf(61)],
		[59, null],
		[63, dayOf(2)],
		[64, dayOf(-2)],
	] as const) {
		const name = `Booked ${days} days ago`;
		const { id } = await insertBooking(db, { name, created_at: daysAgo(days), preferred_date });
		await queueMailAbout("bookings", id, `${days} days`);
	}
	for (const days of [21, 19]) await holdBack("eve@example.com", `${days}-Held.pdf`, daysAgo(days));
	await sendQueuedMails();
	await deleteExpiredRecords(app.deps);
	expect(await db.select({ resume: applicationsTable.resume_url }).from(applicationsTable)).toEqual([
		{ resume: "89-Old.pdf" },
	]);
	expect(await storage.get("resumes", "91-Old.pdf")).toBeUndefined();
	expect(await db.select({ subject: contactsTable.subject }).from(contactsTable)).toEqual([{ subject: "29 days" }]);
	const booked = await db.select({ name: bookingsTable.name }).from(bookingsTable);
	expect(booked.map(({ name }) => name).sort()).toEqual([59, 63, 64].map((days) => `Booked ${days} days ago`));
	expect(await db.select({ file: quarantineTable.file }).from(quarantineTable)).toEqual([{ file: "19-Held.pdf" }]);
	expect(await storage.get("quarantine", "21-Held.pdf")).toBeUndefined();
	expect(await mailSubjects()).toEqual([29, 59, 63, 64, 89].map((days) => `${days} days`));
	expect(await mailFolder()).not.toMatch(/about (91|31|61|62) days/);
	const { rows: log } = await app.deps.database.query("select record_label from activity");
	const labels = log.map(({ record_label }) => record_label);
	expect(labels).toEqual(
		expect.arrayContaining(["Applied 89 days ago", "Wrote 29 days ago", "Booked 59 days ago", "application"]),
	);
	for (const gone of ["Applied 91 days ago", "Wrote 31 days ago", "Booked 61 days ago"]) {
		expect(labels).not.toContain(gone);
	}
});

test("forgets what the log says after its time, and nobody else can make it forget", async () => {
	const { db, database } = app.deps;
	const logged = { actor_kind: "system", record_table: "jobs", action: "update", changes: {} } as const;
	for (const days of [366, 364]) {
		const record = { record_id: randomUUID(), record_label: `${days} days` };
		await db.insert(activityTable).values({ ...logged, ...record, at: daysAgo(days) });
	}
	const before = await db.$count(activityTable);
	await deleteExpiredRecords(app.deps);
	const { rows } = await database.query("select record_label from activity where record_label like '36_ days'");
	expect(rows).toEqual([{ record_label: "364 days" }]);
	expect(await db.$count(activityTable)).toBe(before - 1);
	await expect(db.delete(activityTable)).rejects.toMatchObject({
		cause: { message: "the activity log cannot be changed" },
	});
});
