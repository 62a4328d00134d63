import { beforeAll, expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { insertJob } from "#tests/factories/jobs.ts";
import { applicationsTable } from "./applications.table.ts";

const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example" });

beforeAll(async () => {
	await insertJob(app.deps.db, { title: "Press Officer" });
});

const apply = () => app.api.request("/api/applications", { method: "POST", body: buildApplicationForm() });

test("an application tells staff without the resume, is confirmed to the candidate, and takes both along when deleted", async () => {
	expect((await apply()).status).toBe(201);
	const [application] = await app.deps.db.select().from(applicationsTable);
	const mails = await app.mails();
	expect(mails.find(({ kind }) => kind === "notice")).toMatchObject({
		to: "desk@pilcrow.example",
		replyTo: application?.applicant_email,
		subject: "New application from Ada Byron",
		link: `http://site.test/admin/applications?id=${application?.id}`,
		text: expect.stringContaining("Position: Press Officer"),
	});
	expect(mails.find(({ kind }) => kind === "confirmation")).toMatchObject({
		to: application?.applicant_email,
		subject: "We've received your application",
		text: expect.stringContaining("we'll be in touch soon"),
	});
	expect(mails.flatMap(({ attachments = [] }) => attachments)).toEqual([]);

	const { authorization } = await signInAs(app.deps, { role: "admin" });
	await app.api.request(`/api/applications/${application?.id}`, { method: "DELETE", headers: { authorization } });
	expect(await app.deps.db.select().from(mailsTable)).toEqual([]);
});

test("an application whose mails cannot be queued is not stored, nor its resume", async () => {
	await app.deps.database.query(`
		create function fail() returns trigger language plpgsql as $$ begin raise 'broken on purpose'; end $$;
		create trigger broken before insert on mails for each statement execute function fail();
	`);
	expect((await apply()).status).toBe(500);
	await app.deps.database.query("drop function fail() cascade");
	expect(await app.deps.db.select().from(applicationsTable)).toEqual([]);
	for await (const { name } of app.deps.storage.list("resumes")) expect(name).toBe("nothing");
});
