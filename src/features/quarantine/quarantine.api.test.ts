import { utimesSync } from "node:fs";
import { join } from "node:path";
import { subDays } from "date-fns/subDays";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { callFormSchema, inspectCall } from "#features/bookings/bookings.schema.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactFormSchema, inspectContact } from "#features/contacts/contacts.schema.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { erasePerson } from "#features/privacy/privacy.server.ts";
import { timeField, trapField } from "#lib/submission.ts";
import { system } from "#platform/actor.server.ts";
import { signFormTime } from "#platform/form-time.server.ts";
import { mailsTable } from "#platform/mails.table.ts";
import { quarantineTable } from "#platform/quarantine.table.ts";
import { announceHeldForms } from "#platform/quarantine-notices.server.ts";
import { handleSubmission } from "#platform/submission.server.ts";
import { releasesOf } from "#releases.server.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { signInAs } from "#tests/bearer.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { endOldQuarantineFiles, type Releases, release, removeStrayQuarantineFiles } from "./quarantine.server.ts";

const app = startTestApp({ RATE_LIMITS: "on", AUTH_RATE_LIMITS: "off", STAFF_EMAIL: "desk@pilcrow.example" });
let authorization: string;
let adminId: string;

beforeAll(async () => {
	({ authorization, userId: adminId } = await signInAs(app.deps, "admin"));
});

beforeEach(async () => {
	app.setTime(testTime);
	for (const table of [quarantineTable, contactsTable, bookingsTable, applicationsTable, mailsTable]) {
		await app.deps.db.delete(table);
	}
	for (const bucket of ["quarantine", "resumes"] as const) {
		for await (const { name } of app.deps.storage.list(bucket)) await app.deps.storage.remove(bucket, name);
	}
	await app.deps.database.query("delete from rate_limits");
	await deleteJobs(app.deps.db);
	await insertJob(app.deps.db, { title: "Press Officer" });
});

const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
const trap = { [trapField]: "https://x.example" };

const post = (fields: Record<string, string>) =>
	new Request("http://site.test/", { method: "POST", body: new URLSearchParams(fields) });

async function sendContact(fields: Record<string, string>) {
	const saved: string[] = [];
	const { data } = await handleSubmission(post({ ...person, message: "Hello", ...fields }), app.deps, {
		schema: contactFormSchema,
		inspect: inspectContact,
		save: async (form) => saved.push(form.message),
	});
	return { data, saved };
}

const sendCall = (fields: Record<string, string>) =>
	handleSubmission(post({ ...person, phone: "1", projectDescription: "A launch", ...fields }), app.deps, {
		schema: callFormSchema,
		inspect: inspectCall,
		save: async () => undefined,
	});

const apply = (overrides?: Parameters<typeof buildApplicationForm>[0]) =>
	app.api.request("/api/applications", { method: "POST", body: buildApplicationForm(overrides) });

const call = (method: "GET" | "POST" | "DELETE", path: string) =>
	app.api.request(`/api/quarantine${path}`, { method, headers: { authorization } });

const waiting = async () => (await (await call("GET", "")).json()).rows;

async function names(bucket: "quarantine" | "resumes"): Promise<string[]> {
	const found = [];
	for await (const { name } of app.deps.storage.list(bucket)) found.push(name);
	return found;
}

test("answers a held back form as any other, and keeps it out of the lists", async () => {
	const honest = await sendContact({});
	const suspect = await sendContact(trap);
	expect(suspect.data).toEqual(honest.data);
	expect(honest.saved).toEqual(["Hello"]);
	expect(suspect.saved).toEqual([]);
	expect(await app.mails()).toMatchObject([{ kind: "held", to: "desk@pilcrow.example" }]);
	expect(await waiting()).toMatchObject([
		{ form: "contact", name: "Ada Byron", email: "ada@example.com", text: "Hello", reasons: ["trap", "untimed"] },
	]);
});

test("answers an application that it holds back as any other, and keeps its file", async () => {
	const honest = await apply();
	const suspect = await apply(trap);
	expect([suspect.status, await suspect.text()]).toEqual([honest.status, await honest.text()]);
	expect(await app.deps.db.select().from(applicationsTable)).toHaveLength(1);
	const [{ id, file_name }] = await waiting();
	expect(file_name).toBe("resume.pdf");
	const file = await call("GET", `/${id}/file`);
	expect(file.headers.get("content-type")).toBe("application/pdf");
	expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
	expect(await file.text()).toMatch(/^%PDF/);
});

test("says to whom it takes no more from when to come back, and gives back what was typed", async () => {
	for (let count = 0; count < 30; count++) await sendContact({ email: "ada" });
	const { init, data } = await handleSubmission(post(person), app.deps, {
		schema: contactFormSchema,
		inspect: inspectContact,
		save: async () => undefined,
	});
	expect(data).toMatchObject({ outcome: "failed", message: expect.stringMatching(/wait a moment/), values: person });
	expect(init).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^[1-9]/) } });
});

test("refuses what is no valid form before anything else", async () => {
	const { data } = await sendContact({ ...trap, email: "ada" });
	expect(data).toMatchObject({ outcome: "invalid" });
	expect(await waiting()).toEqual([]);
});

test("a released inquiry is an inquiry like any other, and keeps the moment at which it was sent", async () => {
	await sendContact({ ...trap, subject: "Opening night" });
	const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
	await app.deps.db.update(quarantineTable).set({ received_at: yesterday });
	const [{ id, received_at }] = await waiting();
	expect(received_at).toBe(yesterday.toISOString());
	await app.deps.db.delete(mailsTable);
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const rows = await app.deps.db.select().from(contactsTable);
	expect(rows).toMatchObject([
		{ name: "Ada Byron", message: "Hello", subject: "Opening night", status: "new", by_staff: false },
	]);
	expect(rows[0]?.created_at).toEqual(yesterday);
	expect(rows[0]?.updated_at.getTime()).toBeGreaterThan(Date.now() - 60 * 60_000);
	expect(await app.mails()).toMatchObject([
		{ kind: "confirmation", to: "ada@example.com", subject: "We have your message", record_id: rows[0]?.id },
		{ kind: "notice", to: "desk@pilcrow.example", replyTo: "ada@example.com", record_id: rows[0]?.id },
	]);
	expect(await waiting()).toEqual([]);
	expect((await call("POST", `/${id}/release`)).status).toBe(404);
});

test("a form released days later promises nothing within minutes, and staff read when it was sent", async () => {
	const threeDaysAgo = subDays(testTime, 3);
	await sendCall(trap);
	await sendContact(trap);
	await apply(trap);
	await app.deps.db.update(quarantineTable).set({ received_at: threeDaysAgo });
	const ids = (await waiting()).map(({ id }: { id: string }) => id);
	await app.deps.db.delete(mailsTable);
	for (const id of ids) expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const [booking] = await app.deps.db.select().from(bookingsTable);
	const [application] = await app.deps.db.select().from(applicationsTable);
	expect([booking?.created_at, application?.applied_at]).toEqual([threeDaysAgo, threeDaysAgo]);
	const mails = await app.mails();
	const confirmations = mails.filter(({ kind }) => kind === "confirmation");
	expect(confirmations).toHaveLength(3);
	for (const { text } of confirmations) expect(text).not.toMatch(/5 minutes|24 hours/);
	const late = confirmations.filter(({ text }) =>
		text.includes("of Sunday, March 1, at 10:00 AM EST has waited longer"),
	);
	expect(late).toHaveLength(2);
	const notices = mails.filter(({ kind }) => kind === "notice");
	expect(notices.map(({ text }) => text.includes("Sent: Sunday, March 1, at 10:00 AM EST"))).toEqual([
		true,
		true,
		true,
	]);
});

test("staff are mailed at once about the first held form, and about the next ones in one mail a quarter of an hour later", async () => {
	await sendContact({ ...trap, subject: "Rebrand", message: "See https://evil.example now" });
	const held = async () => (await app.mails()).filter(({ kind }) => kind === "held");
	const [first] = await held();
	expect(first).toMatchObject({ to: "desk@pilcrow.example", subject: "Held back: inquiry from Ada Byron" });
	expect(first?.text).toContain("Email: ada@example.com");
	expect(first?.text).toContain("Why: A field that people do not see was filled in");
	expect(first?.text).toContain("http://site.test/admin/quarantine");
	expect(first?.text).not.toContain("https://evil.example");
	await sendCall(trap);
	await sendContact({ ...trap, firstName: "Grace" });
	await announceHeldForms(app.deps);
	expect(await held()).toHaveLength(1);
	await app.deps.database.query("update mails set queued_at = queued_at - interval '16 minutes'");
	await Promise.all([announceHeldForms(app.deps), announceHeldForms(app.deps)]);
	const [, second, ...others] = await held();
	expect(others).toEqual([]);
	expect(second?.subject).toBe("Held back: 2 forms wait for a look");
	expect(second?.text).toMatch(/1\. Booking: Ada Byron .*\n2\. Inquiry: Grace Byron /);
	await app.deps.database.query("update mails set queued_at = queued_at - interval '16 minutes'");
	await announceHeldForms(app.deps);
	expect(await held()).toHaveLength(2);
});

test("a flood of held forms is one mail, which lists the first of them and counts the rest", async () => {
	const rows = Array.from({ length: 25 }, (_, index) => ({
		form: "contact" as const,
		fields: { firstName: `Visitor ${index}`, lastName: "Byron", email: "ada@example.com", message: "x".repeat(5_000) },
		reasons: ["trap" as const],
		received_at: new Date(testTime.getTime() + index),
	}));
	await app.deps.db.insert(quarantineTable).values(rows);
	await announceHeldForms(app.deps);
	const [mail, ...others] = await app.mails();
	expect(others).toEqual([]);
	expect(mail?.subject).toBe("Held back: 25 forms wait for a look");
	expect(mail?.text).toContain("20. Inquiry: Visitor 19 Byron");
	expect(mail?.text).not.toContain("Visitor 20 Byron");
	expect(mail?.text.length).toBeLessThan(8_000);
});

test("what is released is logged as the doing of whoever released it", async () => {
	await sendContact(trap);
	await sendCall(trap);
	await apply(trap);
	for (const { id } of await waiting()) expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const log = await app.api.request("/api/activity", { headers: { authorization } });
	const rows: { record_table: string }[] = (await log.json()).rows.slice(0, 6);
	const added = rows.filter(({ record_table }) => record_table !== "quarantine");
	expect(added.map((row) => row.record_table).toSorted()).toEqual([
		"bookings",
		"contact_inquiries",
		"job_applications",
	]);
	for (const row of added) expect(row).toMatchObject({ action: "insert", actor_kind: "staff", actor_id: adminId });
});

test("the log notes of each held-back form that it was released or deleted, by whom, and of which kind it was", async () => {
	await sendContact(trap);
	await sendCall(trap);
	await apply(trap);
	const [application, booking, contact] = (await waiting()).toSorted((one: { form: string }, other: { form: string }) =>
		one.form.localeCompare(other.form),
	);
	await call("DELETE", `/${contact.id}`);
	await call("POST", `/${booking.id}/release`);
	await app.deps.storage.remove("quarantine", (await names("quarantine"))[0] ?? "");
	expect((await call("POST", `/${application.id}/release`)).status).toBe(500);
	await call("DELETE", `/${application.id}`);
	const log = await app.api.request("/api/activity?table=quarantine&limit=3", { headers: { authorization } });
	const { rows } = await log.json();
	expect(rows).toMatchObject([
		{ action: "delete", record_id: application.id, record_label: "application" },
		{ action: "release", record_id: booking.id, record_label: "booking" },
		{ action: "delete", record_id: contact.id, record_label: "contact" },
	]);
	for (const row of rows) {
		expect(row).toMatchObject({ actor_kind: "staff", actor_id: adminId, changes: {}, at: expect.any(String) });
	}
	expect(JSON.stringify(rows)).not.toMatch(/Byron|ada@example\.com/);
});

test("a released call form is a booking like any other", async () => {
	await sendCall({ ...trap, serviceInterest: "photography" });
	const [{ id }] = await waiting();
	await app.deps.db.delete(mailsTable);
	await call("POST", `/${id}/release`);
	const rows = await app.deps.db.select().from(bookingsTable);
	expect(rows).toMatchObject([{ name: "Ada Byron", service_type: "Photography", status: "new", by_staff: false }]);
	expect((await app.mails()).map(({ kind, to }) => [kind, to])).toEqual([
		["confirmation", "ada@example.com"],
		["notice", "desk@pilcrow.example"],
	]);
});

test("a released application takes its file along", async () => {
	await apply(trap);
	const [{ id }] = await waiting();
	await app.deps.db.delete(mailsTable);
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const [row] = await app.deps.db.select().from(applicationsTable);
	expect(row).toMatchObject({ applicant_name: "Ada Byron", job_id: "press-officer", status: "pending" });
	expect(await names("resumes")).toEqual([row?.resume_url]);
	expect(await names("quarantine")).toEqual([]);
	expect((await app.mails()).map(({ kind, to }) => [kind, to])).toEqual([
		["confirmation", "ada@example.com"],
		["notice", "desk@pilcrow.example"],
	]);
});

test("an application whose job was closed while it waited is released as a general one", async () => {
	await apply(trap);
	await deleteJobs(app.deps.db);
	const [{ id }] = await waiting();
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	expect(await app.deps.db.select().from(applicationsTable)).toMatchObject([{ job_id: "general-application" }]);
});

test("two who release the same make one row of it", async () => {
	await sendContact(trap);
	const [{ id }] = await waiting();
	const answers = await Promise.all([call("POST", `/${id}/release`), call("POST", `/${id}/release`)]);
	expect(answers.map(({ status }) => status).toSorted()[0]).toBe(204);
	expect(await app.deps.db.select().from(contactsTable)).toHaveLength(1);
});

/** Releases the one application that waits, by the given way of receiving it. */
async function releaseApplication(receive: (real: Releases["application"]) => Releases["application"]) {
	const [{ id }] = await waiting();
	const releases = releasesOf(app.deps);
	await release(app.deps, { ...releases, application: receive(releases.application) }, adminId, id);
}

const left = async () => [
	await app.deps.db.$count(applicationsTable),
	await app.deps.db.$count(quarantineTable),
	...(await names("resumes")),
	...(await names("quarantine")),
	...(await app.mails()),
];

test("nothing becomes of a form that is erased while it is being released", async () => {
	await apply(trap);
	const released = releaseApplication((real) => async (...args) => {
		await erasePerson(app.deps, system, person.email);
		return real(...args);
	});
	await expect(released).rejects.toMatchObject({ status: 409 });
	expect(await left()).toEqual([0, 0]);
});

test("an erasure waits for a form that is just being released, and erases what becomes of it", async () => {
	await apply(trap);
	const erasures: ReturnType<typeof erasePerson>[] = [];
	await releaseApplication((real) => (fields, released, file) => {
		const forget: typeof released.forget = async (tx) => {
			await released.forget(tx);
			erasures.push(erasePerson(app.deps, system, person.email));
			const waitingForLock = "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')";
			await expect.poll(async () => (await app.deps.database.query(waitingForLock)).rows).toHaveLength(1);
		};
		return real(fields, { ...released, forget }, file);
	});
	expect(await Promise.all(erasures)).toMatchObject([{ applications: 1, resumes: 1 }]);
	expect(await left()).toEqual([0, 0]);
});

test("what could not be released waits on, and may be tried again at once", async () => {
	await apply(trap);
	const [{ id }] = await waiting();
	const [file = ""] = await names("quarantine");
	const content = await (await call("GET", `/${id}/file`)).blob();
	await app.deps.storage.remove("quarantine", file);
	expect((await call("POST", `/${id}/release`)).status).toBe(500);
	expect(await waiting()).toMatchObject([{ id }]);
	await app.deps.storage.put("quarantine", file, content);
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	expect(await app.deps.db.select().from(applicationsTable)).toHaveLength(1);
});

test("what was left half released is free again after a minute, and not before", async () => {
	await sendContact(trap);
	const [{ id }] = await waiting();
	await app.deps.db.update(quarantineTable).set({ claimed_at: testTime });
	app.setTime(new Date(testTime.getTime() + 59_000));
	expect((await call("POST", `/${id}/release`)).status).toBe(409);
	app.setTime(new Date(testTime.getTime() + 61_000));
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
});

test("a deleted one is gone with its file", async () => {
	await apply(trap);
	const [{ id }] = await waiting();
	expect(await (await call("GET", "/counts")).json()).toMatchObject({
		contact: { waiting: 0 },
		application: { waiting: 1, oldest: expect.any(String) },
	});
	expect((await call("DELETE", `/${id}`)).status).toBe(204);
	expect(await names("quarantine")).toEqual([]);
	expect((await call("DELETE", `/${id}`)).status).toBe(404);
	expect(await (await call("GET", "/counts")).json()).toMatchObject({ application: { waiting: 0, oldest: null } });
});

test("holds back a text that comes for the fourth time in a day, and lets it through the day after", async () => {
	const message = "We offer you the very best of all possible offers.";
	const sent = [];
	for (let copy = 0; copy < 4; copy++) sent.push((await sendContact({ message: `${message} ${copy}` })).saved.length);
	expect(sent).toEqual([1, 1, 1, 0]);
	await app.deps.database.query("delete from rate_limits");
	expect((await sendContact({ message })).saved).toEqual([message]);
});

test("takes the signed time of the visitor's start, and no forged or outdated one", async () => {
	const response = await app.api.request("/api/form-time");
	expect(response.headers.get("cache-control")).toBe("no-store");
	const token = await response.text();
	const reasonsFor = async (time: string, waitedMs: number) => {
		app.setTime(new Date(testTime.getTime() + waitedMs));
		await app.deps.db.delete(quarantineTable);
		await sendContact({ ...trap, [timeField]: time });
		return (await app.deps.db.select().from(quarantineTable))[0]?.reasons;
	};
	expect(await reasonsFor(token, 60_000)).toEqual(["trap"]);
	expect(await reasonsFor(token, 1_000)).toEqual(["trap", "hasty"]);
	const forged = `${(testTime.getTime() - 60_000).toString(36)}.${token.split(".")[1]}`;
	expect(await reasonsFor(forged, 0)).toEqual(["trap", "untimed"]);
	expect(await reasonsFor(signFormTime(app.deps.settings, new Date(testTime.getTime() + 1)), 0)).toContain("untimed");
	expect(await reasonsFor(token, 25 * 60 * 60_000)).toEqual(["trap", "untimed"]);
	for (const nonsense of ["", ".", "x.y", "x".repeat(10_000)])
		expect(await reasonsFor(nonsense, 0)).toContain("untimed");
});

test("removes files without a row after an hour, and no others", async () => {
	await apply(trap);
	await app.deps.storage.put("quarantine", "stray.pdf", new Blob(["x"]));
	const longAgo = testTime.getTime() / 1000 - 2 * 60 * 60;
	for (const name of await names("quarantine")) {
		utimesSync(join(app.deps.settings.dataDir, "files", "quarantine", name), longAgo, longAgo);
	}
	await removeStrayQuarantineFiles(app.deps);
	const [kept, ...others] = await names("quarantine");
	expect(kept).toMatch(/^[0-9a-f-]{36}\.pdf$/);
	expect(others).toEqual([]);
});

test("keeps a file for 30 days and says so then, keeps the form for as long as it takes, and releases it without", async () => {
	await apply({ ...trap, coverLetter: "Dear firm" });
	const [{ id, file_name }] = await waiting();
	const clean = async (days: number) => {
		await app.deps.db.update(quarantineTable).set({ received_at: subDays(testTime, days) });
		await endOldQuarantineFiles(app.deps);
		const longAgo = testTime.getTime() / 1000 - 2 * 60 * 60;
		for (const name of await names("quarantine")) {
			utimesSync(join(app.deps.settings.dataDir, "files", "quarantine", name), longAgo, longAgo);
		}
		await removeStrayQuarantineFiles(app.deps);
	};
	await clean(29);
	expect(await waiting()).toMatchObject([{ id, file_name, ended_file_name: null }]);
	expect(await names("quarantine")).toHaveLength(1);
	await clean(31);
	expect(await names("quarantine")).toEqual([]);
	expect(await waiting()).toMatchObject([{ id, file_name: null, ended_file_name: file_name, text: "Dear firm" }]);
	expect((await call("GET", `/${id}/file`)).status).toBe(404);
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	expect(await app.deps.db.select().from(applicationsTable)).toMatchObject([
		{ cover_letter: "Dear firm", resume_url: null },
	]);
});
