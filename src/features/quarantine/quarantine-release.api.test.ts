import { subDays } from "date-fns/subDays";
import { expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { erasePerson } from "#features/privacy/privacy.server.ts";
import { system } from "#platform/database/actor.server.ts";
import { recordSources } from "#records.server.ts";
import { testTime } from "#tests/app.ts";
import { deleteJobs } from "#tests/factories/jobs.ts";
import { person, startQuarantineApp, trap } from "#tests/quarantine-app.ts";
import { releasesOf } from "#wiring.server.ts";
import { type Releases, release } from "./quarantine.server.ts";
import { quarantineTable } from "./quarantine.table.ts";

const { app, admin, sendContact, sendCall, apply, call, waiting, names } = startQuarantineApp();

/** Those of one transaction may have been queued in the same moment. */
const mailsByKind = async () => (await app.mails()).toSorted((a, b) => a.kind.localeCompare(b.kind));

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
	expect(await mailsByKind()).toMatchObject([
		{ kind: "confirmation", to: "ada@example.com", subject: "We've received your message", record_id: rows[0]?.id },
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
		text.includes("on Sunday, March 1, at 10:00 AM EST, and we're sorry for the delay"),
	);
	expect(late).toHaveLength(2);
	const notices = mails.filter(({ kind }) => kind === "notice");
	expect(notices.map(({ text }) => text.includes("Sent: Sunday, March 1, at 10:00 AM EST"))).toEqual([
		true,
		true,
		true,
	]);
});

test("what is released is logged as the doing of whoever released it", async () => {
	await sendContact(trap);
	await sendCall(trap);
	await apply(trap);
	for (const { id } of await waiting()) expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const log = await app.api.request("/api/activity", { headers: { authorization: admin.authorization } });
	const rows: { record_table: string }[] = (await log.json()).rows.slice(0, 6);
	const added = rows.filter(({ record_table }) => record_table !== "quarantine");
	expect(added.map((row) => row.record_table).toSorted()).toEqual([
		"bookings",
		"contact_inquiries",
		"job_applications",
	]);
	for (const row of added) expect(row).toMatchObject({ action: "insert", actor_kind: "staff", actor_id: admin.id });
});

test("a released call form is a booking like any other", async () => {
	await sendCall({ ...trap, serviceInterest: "photography" });
	const [{ id }] = await waiting();
	await app.deps.db.delete(mailsTable);
	await call("POST", `/${id}/release`);
	const rows = await app.deps.db.select().from(bookingsTable);
	expect(rows).toMatchObject([{ name: "Ada Byron", service_type: "Photography", status: "new", by_staff: false }]);
	expect((await mailsByKind()).map(({ kind, to }) => [kind, to])).toEqual([
		["confirmation", "ada@example.com"],
		["notice", "desk@pilcrow.example"],
	]);
});

test("a released application takes its file along", async () => {
	await apply(trap);
	const [{ id, about }] = await waiting();
	expect(about, "the job's title, not its slug").toBe("Press Officer");
	await app.deps.db.delete(mailsTable);
	expect((await call("POST", `/${id}/release`)).status).toBe(204);
	const [row] = await app.deps.db.select().from(applicationsTable);
	expect(row).toMatchObject({ applicant_name: "Ada Byron", job_id: "press-officer", status: "pending" });
	expect(await names("resumes")).toEqual([row?.resume_url]);
	expect(await names("quarantine")).toEqual([]);
	expect((await mailsByKind()).map(({ kind, to }) => [kind, to])).toEqual([
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

test("a form that no longer fits what is asked for stays on hold, and staff read why", async () => {
	await sendContact(trap);
	await sendCall(trap);
	await apply(trap);
	await app.deps.database.query("update quarantine set fields = fields - 'email'");
	for (const { id } of await waiting()) {
		const answer = await call("POST", `/${id}/release`);
		expect([answer.status, await answer.json()]).toMatchObject([
			409,
			{
				code: "conflict",
				error: expect.stringMatching(
					/^This submission no longer fits its form.* today: (applicant )?email\. Contact the sender directly\.$/,
				),
			},
		]);
	}
	expect(await waiting()).toHaveLength(3);
	await app.deps.database.query(`update quarantine set fields = fields || '{"email": "ada@example.com"}'`);
	for (const { id } of await waiting()) expect((await call("POST", `/${id}/release`)).status).toBe(204);
});

test("two who release the same make one row of it, with its file", async () => {
	await sendContact(trap);
	await apply(trap);
	for (const { id } of await waiting()) {
		const answers = await Promise.all([1, 2, 3].map(() => call("POST", `/${id}/release`)));
		const [first, ...others] = answers.map(({ status }) => status).toSorted();
		expect(first).toBe(204);
		for (const status of others) expect([404, 409]).toContain(status);
	}
	expect(await app.deps.db.select().from(contactsTable)).toHaveLength(1);
	expect(await app.deps.db.select().from(applicationsTable)).toHaveLength(1);
	expect([(await names("resumes")).length, (await names("quarantine")).length]).toEqual([1, 0]);
});

/** Releases the one application that waits, by the given way of receiving it. */
async function releaseApplication(receive: (real: Releases["application"]) => Releases["application"]) {
	const [{ id }] = await waiting();
	const releases = releasesOf(app.deps);
	await release(app.deps, { ...releases, application: receive(releases.application) }, admin.id, id);
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
		await erasePerson(app.deps, recordSources, system, person.email);
		return real(...args);
	});
	await expect(released).rejects.toMatchObject({ status: 409 });
	expect(await left()).toEqual([0, 0]);
});

test("an erasure waits for a form that is just being released, and erases what becomes of it", async () => {
	await apply(trap);
	const erasures: ReturnType<typeof erasePerson>[] = [];
	await releaseApplication((real) => (fields, released, file) => {
		const forget: typeof released.end = async (tx) => {
			await released.end(tx);
			erasures.push(erasePerson(app.deps, recordSources, system, person.email));
			const waitingForLock = "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')";
			await expect.poll(async () => (await app.deps.database.query(waitingForLock)).rows).toHaveLength(1);
		};
		return real(fields, { ...released, end: forget }, file);
	});
	expect(await Promise.all(erasures)).toMatchObject([{ counts: { applications: 1, resumes: 1 } }]);
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
