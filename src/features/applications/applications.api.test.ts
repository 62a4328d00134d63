import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildApplication, buildApplicationForm, insertApplication } from "#tests/factories/applications.ts";
import { deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { buildDoc, buildDocx, buildPdf } from "#tests/factories/resumes.ts";
import { removeStrayResumes } from "./applications.server.ts";
import { applicationsTable } from "./applications.table.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

beforeEach(async () => {
	await app.deps.db.delete(applicationsTable);
	await deleteJobs(app.deps.db);
	await insertJob(app.deps.db, { title: "Press Officer" });
	for await (const { name } of app.deps.storage.list("resumes")) await app.deps.storage.remove("resumes", name);
});

const apply = (overrides?: Parameters<typeof buildApplicationForm>[0]) =>
	app.api.request("/api/applications", { method: "POST", body: buildApplicationForm(overrides) });

const get = (path: string) => app.api.request(path, { headers: { authorization } });

const patch = (id: string, change: unknown) =>
	app.api.request(`/api/applications/${id}`, {
		method: "PATCH",
		body: JSON.stringify(change),
		headers: { authorization, "content-type": "application/json" },
	});

const rows = () => app.deps.db.select().from(applicationsTable);

async function storedNames(): Promise<string[]> {
	const names = [];
	for await (const { name } of app.deps.storage.list("resumes")) names.push(name);
	return names;
}

const uploadsLeft = () => {
	const folder = join(app.deps.settings.dataDir, "uploads");
	return existsSync(folder) ? readdirSync(folder) : [];
};

async function expectNothingStored() {
	expect(await rows()).toEqual([]);
	expect(await storedNames()).toEqual([]);
	expect(uploadsLeft()).toEqual([]);
}

// proves S3-applications-03, S3-applications-04, S7-storage-02, S7-storage-04, D-applications-06
test.each([
	["PDF", "resume.pdf", buildPdf("Ada Byron"), "application/pdf"],
	["DOC", "Resume.DOC", buildDoc(), "application/msword"],
	[
		"DOCX",
		"my.resume.docx",
		buildDocx("Ada Byron"),
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	],
])("stores an application with its %s, which an admin downloads byte for byte", async (_kind, name, content, type) => {
	const sent = await apply({ resume: new File([content], name) });
	expect(sent.status).toBe(201);
	expect(await sent.json()).toEqual({ outcome: "saved", firstName: "Ada" });
	const [row] = await rows();
	expect(row).toMatchObject({
		job_id: "press-officer",
		applicant_name: "Ada Byron",
		applicant_phone: null,
		cover_letter: null,
		status: "pending",
		notes: null,
	});
	const extension = name.split(".").at(-1)?.toLowerCase();
	expect(row?.resume_url).toBe(`${testTime.getTime()}-Ada-Byron.${extension}`);
	const download = await get(`/api/applications/${row?.id}/resume`);
	expect(download.status).toBe(200);
	expect(Object.fromEntries(download.headers)).toMatchObject({
		"content-type": type,
		"content-length": String(content.length),
		"content-disposition": expect.stringContaining(`attachment; filename="Ada Byron_resume.${extension}"`),
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
	expect(await download.bytes()).toEqual(content);
	expect(uploadsLeft()).toEqual([]);
});

// proves S3-storage-01, S7-storage-03
test("names the resume of a general application by 'general-' and the time, and never overwrites one", async () => {
	await Promise.all(["A", "B", "C"].map((lastName) => apply({ job_id: "general-application", lastName })));
	const time = testTime.getTime();
	const names = [`general-${time}.pdf`, `general-${time + 1}.pdf`, `general-${time + 2}.pdf`];
	expect((await rows()).map((row) => row.resume_url).sort()).toEqual(names);
	expect((await storedNames()).sort()).toEqual(names);
});

test.each([
	["../../etc", "passwd\0"],
	["..\\..", "boot.ini"],
	["Zoë", "O'Hara"],
	["太郎", "山田"],
])("keeps only plain letters of a name in the name of the file: %j %j", async (firstName, lastName) => {
	const response = await apply({ firstName, lastName: lastName.replace("\0", "") });
	expect(response.status).toBe(201);
	const [name] = await storedNames();
	expect(name).toMatch(/^\d{13}(-[A-Za-z]+)*\.pdf$/);
});

// proves S3-applications-02, D-access-02
test("takes the job's id for the job, stores its slug, and forces what a visitor has no say in", async () => {
	const job = await insertJob(app.deps.db, { title: "Editor" });
	await apply({ job_id: job.id, status: "accepted", notes: "Hire!", resume_url: "../x" });
	expect(await rows()).toMatchObject([{ job_id: "editor", status: "pending", notes: null }]);
});

// proves S7-applications-03, D-access-02
test("tells an anonymous sender nothing of what was stored but their own first name", async () => {
	expect(await (await apply()).text()).toBe('{"outcome":"saved","firstName":"Ada"}');
});

const pdf = Buffer.from(buildPdf());

// F8
test.each([
	["a line break", readFileSync("tests/corpus/faults/pdf-crlf-before-header.pdf")],
	["the mark of a byte order", Buffer.concat([Buffer.from("\ufeff"), pdf])],
	["the header of an email", Buffer.concat([Buffer.from("Content-Type: application/pdf\r\n\r\n"), pdf])],
	["what looks like another type", Buffer.concat([Buffer.from("GIF89a"), pdf])],
	["as much as readers skip", Buffer.concat([Buffer.alloc(1019), pdf])],
])("takes a PDF with %s before its header", async (_what, content) => {
	expect((await apply({ resume: new File([new Uint8Array(content)], "cv.pdf") })).status).toBe(201);
});

// proves S9-resume-01, D-applications-02
test.each([
	["a PDF whose header comes too late", "cv.pdf", `${" ".repeat(1024)}%PDF-1.7`, /isn't a valid PDF file/],
	["HTML called .pdf", "cv.pdf", "<!doctype html><script>alert(1)</script>", /isn't a valid PDF file/],
	["a program called .doc", "cv.doc", "MZ\x90\0", /isn't a valid DOC file/],
	["a zip that is no document", "cv.docx", "PK\x05\x06".padEnd(22, "\0"), /isn't a valid DOCX file/],
	["a PDF called .docx", "cv.docx", buildPdf(), /isn't a valid DOCX file/],
	["a second extension", "cv.pdf.exe", buildPdf(), /PDF, DOC, or DOCX/],
	["no extension", "pdf", "x", /PDF, DOC, or DOCX|isn't a valid PDF/],
	["an empty file", "cv.pdf", "", /empty/],
	["a file of more than 10 MB", "cv.pdf", buildPdf("Big", 10 * 1024 * 1024), /too large \(10 MB max\)/],
])("refuses %s at its field and gives the typed values back", async (_what, name, content, message) => {
	const response = await apply({ resume: new File([content], name), coverLetter: "Dear firm" });
	expect(response.status).toBe(422);
	const answer = await response.json();
	expect(answer.outcome).toBe("invalid");
	expect(answer.errors).toEqual({ resume: expect.stringMatching(message) });
	expect(answer.values).toMatchObject({ firstName: "Ada", coverLetter: "Dear firm" });
	await expectNothingStored();
});

// proves S5-apply-03, S9-resume-01
test("takes a resume of exactly 10 MB", async () => {
	const pdf = buildPdf("Big");
	const resume = new File([pdf, " ".repeat(10 * 1024 * 1024 - pdf.length)], "cv.pdf");
	expect(resume.size).toBe(10 * 1024 * 1024);
	expect((await apply({ resume })).status).toBe(201);
});

// proves S5-apply-01
test("demands names, email and resume, naming each field", async () => {
	const response = await apply({ firstName: " ", lastName: undefined, email: "ada", resume: undefined });
	expect(response.status).toBe(422);
	expect(Object.keys((await response.json()).errors).sort()).toEqual(["email", "firstName", "lastName", "resume"]);
	await expectNothingStored();
});

test("refuses an application for a job that is closed or never was", async () => {
	await insertJob(app.deps.db, { title: "Closed", is_active: false });
	for (const job_id of ["closed", "never-was", randomUUID()]) expect((await apply({ job_id })).status).toBe(404);
	await expectNothingStored();
});

// proves D-applications-05
test("keeps neither file nor row when the database refuses the row", async () => {
	await app.deps.database.query("alter table job_applications rename to elsewhere");
	const response = await apply();
	await app.deps.database.query("alter table elsewhere rename to job_applications");
	expect(response.status).toBe(500);
	expect(await response.json()).toMatchObject({ outcome: "failed", values: { firstName: "Ada" } });
	await expectNothingStored();
});

test("leaves the file to the sweeper when the database fails at the commit, whose answer may as well have been lost", async () => {
	await app.deps.database.query(`
		create function fail_at_commit() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$;
		create constraint trigger fail_at_commit after insert on job_applications
			deferrable initially deferred for each row execute function fail_at_commit()`);
	const response = await apply();
	await app.deps.database.query("drop function fail_at_commit cascade");
	expect(response.status).toBe(500);
	expect(await rows()).toEqual([]);
	const [name] = await storedNames();
	expect(name).toBeDefined();
	const longAgo = testTime.getTime() / 1000 - 61 * 60;
	utimesSync(join(app.deps.settings.dataDir, "files", "resumes", name ?? ""), longAgo, longAgo);
	await removeStrayResumes(app.deps);
	await expectNothingStored();
});

// proves S8-jobs-04, D-applications-05
test("keeps no row when the file cannot be stored", async () => {
	const bucket = join(app.deps.settings.dataDir, "files", "resumes");
	await app.deps.storage.put("resumes", "placeholder", new Blob(["x"]));
	rmSync(bucket, { recursive: true });
	writeFileSync(bucket, "in the way");
	const response = await apply();
	rmSync(bucket);
	expect(response.status).toBe(500);
	expect(app.log.at(-1)?.fields).toMatchObject({ err: { message: "Failed to upload resume" } });
	await expectNothingStored();
});

test("removes the resume together with its application", async () => {
	await apply();
	const [row] = await rows();
	const path = `/api/applications/${row?.id}`;
	const response = await app.api.request(path, { method: "DELETE", headers: { authorization } });
	expect(response.status).toBe(204);
	expect((await get(`${path}/resume`)).status).toBe(404);
	await expectNothingStored();
});

test("removes resumes without an application after an hour, and no others", async () => {
	await apply();
	const [kept] = await storedNames();
	for (const name of ["1-Stray.pdf", "2-Fresh.pdf"]) await app.deps.storage.put("resumes", name, new Blob(["x"]));
	for (const [name, minutesAgo] of [
		["1-Stray.pdf", 61],
		["2-Fresh.pdf", 59],
		[kept ?? "", 61],
	] as const) {
		const storedAt = testTime.getTime() / 1000 - minutesAgo * 60;
		utimesSync(join(app.deps.settings.dataDir, "files", "resumes", name), storedAt, storedAt);
	}
	await removeStrayResumes(app.deps);
	expect((await storedNames()).sort()).toEqual([kept, "2-Fresh.pdf"].sort());
});

// proves S3-applications-04
test("answers 404 for the resume of an application that has none", async () => {
	const { id } = await insertApplication(app.deps.db);
	expect((await get(`/api/applications/${id}/resume`)).status).toBe(404);
	expect((await get(`/api/applications/${randomUUID()}/resume`)).status).toBe(404);
});

test("encodes the applicant's name in the download's header, whatever is in it", async () => {
	await app.deps.storage.put("resumes", "3-X.doc", new Blob([buildDoc()]));
	const name = 'Zoë "Z"\r\n; x=/../太郎';
	const { id } = await insertApplication(app.deps.db, { applicant_name: name, resume_url: "3-X.doc" });
	const header = (await get(`/api/applications/${id}/resume`)).headers.get("content-disposition");
	expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+_resume\.doc"; filename\*=UTF-8''[A-Za-z0-9%._-]+$/);
});

// proves S7-applications-01
test("lists applications newest first, page by page", async () => {
	for (const day of [2, 3, 1]) {
		await insertApplication(app.deps.db, {
			applicant_name: `Day ${day}`,
			applied_at: new Date(`2026-11-0${day}T00:00:00Z`),
		});
	}
	const first = await (await get("/api/applications?limit=2")).json();
	const rest = await (await get(`/api/applications?limit=2&before=${encodeURIComponent(first.next)}`)).json();
	const names = [...first.rows, ...rest.rows].map((row: { applicant_name: string }) => row.applicant_name);
	expect(names).toEqual(["Day 3", "Day 2", "Day 1"]);
	expect(rest.next).toBeNull();
});

test("reads a page from the index instead of sorting the table", async () => {
	await app.deps.db.insert(applicationsTable).values(Array.from({ length: 3000 }, () => buildApplication()));
	await app.deps.database.query("analyze job_applications");
	const { rows } = await app.deps.database.query(
		"explain select * from job_applications order by applied_at desc nulls last, id desc nulls last limit 100",
	);
	expect(JSON.stringify(rows)).toContain("Index Scan using job_applications_newest");
});

// proves S4-applications-03, S7-applications-02
test("changes status and notes, and refuses notes that somebody else has changed meanwhile", async () => {
	const { id } = await insertApplication(app.deps.db, { notes: "Mine" });
	const interviewed = await patch(id, { status: "interviewed" });
	const { version, ...row } = await interviewed.json();
	expect(row).toMatchObject({ status: "interviewed", notes: "Mine" });
	const noted = await patch(id, { status: "interviewed", notes: "Ours", version });
	expect(await noted.json()).toMatchObject({ status: "interviewed", notes: "Ours" });
	const late = await patch(id, { notes: "Theirs", version });
	expect(late.status).toBe(409);
	expect(await late.json()).toMatchObject({ current: { notes: "Ours" } });
	expect((await patch(id, { status: "hired" })).status).toBe(422);
	expect((await patch(randomUUID(), { status: "pending" })).status).toBe(404);
});

test("names the jobs that can be applied for, and the application without one", async () => {
	expect(await (await get("/api/applications/positions")).json()).toEqual({
		positions: [
			{ slug: "press-officer", title: "Press Officer" },
			{ slug: "general-application", title: "General Application" },
		],
	});
});
