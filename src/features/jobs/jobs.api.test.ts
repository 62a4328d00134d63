import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { startTestApp } from "#tests/app.ts";
import { signInAs } from "#tests/bearer.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { buildJob, deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { updateJob } from "./jobs.server.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, "admin"));
});

beforeEach(async () => {
	await app.deps.db.delete(applicationsTable);
	await deleteJobs(app.deps.db);
});

const send = (method: string, path: string, body?: unknown) =>
	app.api.request(`/api/jobs${path}`, {
		method,
		headers: { authorization, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});

test("creates a job with its slug from the title, the text kept as it was written", async () => {
	const response = await send("POST", "", buildJob({ title: "Press Officer (m/f/x)", description: "One\n\nTwo" }));
	expect(response.status).toBe(201);
	expect(await response.json()).toMatchObject({
		slug: "press-officer-mfx",
		description: "One\n\nTwo",
		requirements: ["Three years with the press", "A phone voice"],
		is_active: true,
	});
});

test("gives every job a slug of its own: counted up, kept clear of general applications, the id as a last resort", async () => {
	const titles = ["Editor", "Editor", "editor!", "General Application", "編集者"];
	const jobs = [];
	for (const title of titles) jobs.push(await insertJob(app.deps.db, { title }));
	const [, , , , unnamed] = jobs;
	const slugs = ["editor", "editor-2", "editor-3", "general-application-2", unnamed?.id];
	expect(jobs.map((job) => job.slug)).toEqual(slugs);
});

test("gives jobs of one title that are created at once different slugs", async () => {
	const answers = await Promise.all(Array.from({ length: 5 }, () => send("POST", "", buildJob())));
	const jobs = await Promise.all(answers.map((answer) => answer.json()));
	expect(new Set(jobs.map((job: { slug: string }) => job.slug)).size).toBe(5);
});

test("lists every job newest first, with the number of its applicants", async () => {
	await insertJob(app.deps.db, { title: "Editor" });
	await insertJob(app.deps.db, { title: "Designer", is_active: false });
	for (const job_id of ["editor", "editor", "general-application"]) await insertApplication(app.deps.db, { job_id });
	const { jobs } = await (await send("GET", "")).json();
	expect(jobs).toMatchObject([
		{ slug: "designer", is_active: false, applicants: 0 },
		{ slug: "editor", is_active: true, applicants: 2 },
	]);
});

test("closes and reopens a job without touching anything else of it", async () => {
	const job = await insertJob(app.deps.db);
	const closed = await (await send("PATCH", `/${job.id}`, { is_active: false })).json();
	expect(closed).toMatchObject({ ...buildJob(), is_active: false });
	expect(await (await send("PATCH", `/${job.id}`, { is_active: true })).json()).toMatchObject(buildJob());
});

test("keeps the slug when the title changes, for links and applications name the job by it", async () => {
	const { id } = await insertJob(app.deps.db, { title: "Editor" });
	const answer = await send("PATCH", `/${id}`, { title: "Senior Editor", requirements: ["B", "A"] });
	expect(await answer.json()).toMatchObject({ title: "Senior Editor", slug: "editor", requirements: ["B", "A"] });
});

test("deletes a job that nobody applied for", async () => {
	const { id } = await insertJob(app.deps.db);
	expect((await send("DELETE", `/${id}`)).status).toBe(204);
	expect((await send("DELETE", `/${id}`)).status).toBe(404);
});

test("refuses to delete a job with applications, and says what to do instead", async () => {
	const { id, slug } = await insertJob(app.deps.db);
	await insertApplication(app.deps.db, { job_id: slug });
	const response = await send("DELETE", `/${id}`);
	expect(response.status).toBe(409);
	expect(await response.json()).toMatchObject({
		error: "People have applied for this job, so it cannot be deleted. Close it instead.",
	});
	expect((await (await send("GET", "")).json()).jobs).toHaveLength(1);
});

test("refuses a job without its texts, naming each field", async () => {
	const response = await send("POST", "", { requirements: ["ok", " "], is_active: true });
	expect(response.status).toBe(422);
	expect(Object.keys((await response.json()).fields).sort()).toEqual([
		"description",
		"location",
		"requirements",
		"title",
		"type",
	]);
});

test.each([{ title: "" }, { is_active: "no" }, { requirements: "one" }, { requirements: Array(51).fill("x") }])(
	"refuses a change to what no job can be: %j",
	async (change) => {
		const { id } = await insertJob(app.deps.db);
		expect((await send("PATCH", `/${id}`, change)).status).toBe(422);
	},
);

test("refuses a change that changes nothing", async () => {
	const { id } = await insertJob(app.deps.db);
	for (const change of [{}, { status: 1 }]) expect((await send("PATCH", `/${id}`, change)).status).toBe(422);
});

test("answers 404 for a job that does not exist", async () => {
	expect((await send("PATCH", `/${randomUUID()}`, { is_active: false })).status).toBe(404);
	expect((await send("DELETE", "/no-uuid")).status).toBe(404);
});

test("tells every process of a change, so that the public pages follow", async () => {
	const job = await insertJob(app.deps.db);
	const { promise, resolve } = Promise.withResolvers();
	const stop = app.deps.changes.subscribe({ onChange: (change) => change.operation === "update" && resolve(change) });
	await updateJob(app.deps.db, job.id, { is_active: false });
	expect(await promise).toEqual({ table: "jobs", operation: "update", id: job.id });
	stop();
});
