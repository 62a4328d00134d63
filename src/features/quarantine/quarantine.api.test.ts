import { utimesSync } from "node:fs";
import { join } from "node:path";
import { subDays } from "date-fns/subDays";
import { expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { signFormTime } from "#features/forms/form-time.server.ts";
import { handleSubmission } from "#features/forms/submission.server.ts";
import { timeField } from "#lib/submission.ts";
import { testTime } from "#tests/app.ts";
import { formRequest, person, startQuarantineApp, trap } from "#tests/quarantine-app.ts";
import { endOldQuarantineFiles, removeStrayQuarantineFiles } from "./quarantine.server.ts";
import { quarantineTable } from "./quarantine.table.ts";
import { announceQuarantined } from "./quarantine-notices.server.ts";

const { app, admin, sendContact, sendCall, apply, call, waiting, names } = startQuarantineApp();

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

test("responds to an application on hold like to any other, and keeps its file", async () => {
	const honest = await apply();
	const suspect = await apply({ ...trap, coverLetter: "Another letter." });
	expect([suspect.status, await suspect.text()]).toEqual([honest.status, await honest.text()]);
	expect(await app.deps.db.select().from(applicationsTable)).toHaveLength(1);
	const [{ id, file_name }] = await waiting();
	expect(file_name).toBe("resume.pdf");
	const file = await call("GET", `/${id}/file`);
	expect(file.headers.get("content-type")).toBe("application/pdf");
	expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
	expect(await file.text()).toMatch(/^%PDF/);
});

test("tells a sender over the limit when to try again, and returns the typed text", async () => {
	for (let count = 0; count < 30; count++) await sendContact({ email: "ada" });
	const { init, data } = await handleSubmission(formRequest(person), app.deps, {
		form: "contact",
		schema: contactFormSchema,
		save: async () => undefined,
	});
	expect(data).toMatchObject({ outcome: "failed", message: expect.stringMatching(/wait a moment/), values: person });
	expect(init).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^[1-9]/) } });
});

test("refuses an invalid form before anything else", async () => {
	const { data } = await sendContact({ ...trap, email: "ada" });
	expect(data).toMatchObject({ outcome: "invalid" });
	expect(await waiting()).toEqual([]);
});

test("staff get an email immediately about the first submission on hold, and one about the next ones a quarter of an hour later", async () => {
	await sendContact({ ...trap, subject: "Rebrand", message: "See https://evil.example now" });
	const held = async () => (await app.mails()).filter(({ kind }) => kind === "held");
	const [first] = await held();
	expect(first).toMatchObject({ to: "desk@pilcrow.example", subject: "On hold: inquiry from Ada Byron" });
	expect(first?.text).toContain("Email: ada@example.com");
	expect(first?.text).toContain("Why: A hidden field was filled in");
	expect(first?.text).toContain("http://site.test/admin/quarantine");
	expect(first?.text).not.toContain("https://evil.example");
	await sendCall(trap);
	await sendContact({ ...trap, firstName: "Grace" });
	await announceQuarantined(app.deps);
	expect(await held()).toHaveLength(1);
	await app.deps.database.query("update mails set queued_at = queued_at - interval '16 minutes'");
	await Promise.all([announceQuarantined(app.deps), announceQuarantined(app.deps)]);
	const [, second, ...others] = await held();
	expect(others).toEqual([]);
	expect(second?.subject).toBe("On hold: 2 submissions to review");
	expect(second?.text).toMatch(/1\. Booking: Ada Byron .*\n2\. Inquiry: Grace Byron /);
	await app.deps.database.query("update mails set queued_at = queued_at - interval '16 minutes'");
	await announceQuarantined(app.deps);
	expect(await held()).toHaveLength(2);
});

test("a flood of submissions on hold causes one email, which lists the first ones and counts the rest", async () => {
	const rows = Array.from({ length: 25 }, (_, index) => ({
		form: "contact" as const,
		fields: { firstName: `Visitor ${index}`, lastName: "Byron", email: "ada@example.com", message: "x".repeat(5_000) },
		reasons: ["trap" as const],
		received_at: new Date(testTime.getTime() + index),
	}));
	await app.deps.db.insert(quarantineTable).values(rows);
	await announceQuarantined(app.deps);
	const [mail, ...others] = await app.mails();
	expect(others).toEqual([]);
	expect(mail?.subject).toBe("On hold: 25 submissions to review");
	expect(mail?.text).toContain("20. Inquiry: Visitor 19 Byron");
	expect(mail?.text).not.toContain("Visitor 20 Byron");
	expect(mail?.text.length).toBeLessThan(8_000);
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
	const log = await app.api.request("/api/activity?table=quarantine&limit=3", {
		headers: { authorization: admin.authorization },
	});
	const { rows } = await log.json();
	expect(rows).toMatchObject([
		{ action: "delete", record_id: application.id, record_label: "application" },
		{ action: "release", record_id: booking.id, record_label: "booking" },
		{ action: "delete", record_id: contact.id, record_label: "contact" },
	]);
	for (const row of rows) {
		expect(row).toMatchObject({ actor_kind: "staff", actor_id: admin.id, changes: {}, at: expect.any(String) });
	}
	expect(JSON.stringify(rows)).not.toMatch(/Byron|ada@example\.com/);
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

test("deletes the file after 30 days and says so, keeps the submission, and releases it without the file", async () => {
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
