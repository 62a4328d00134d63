import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { loader as loadJob } from "#features/applications/apply/apply-page.tsx";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildApplicationForm, insertApplication } from "#tests/factories/applications.ts";
import { buildJob, deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { redirectOf, routeArgs } from "#tests/loaders.ts";
import { updateJob } from "./jobs.server.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
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

const applicants = async () => (await send("GET", "/applicants")).json();

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

test("lists every job newest first, by pages, and says how many have applied for each", async () => {
	await insertJob(app.deps.db, { title: "Editor" });
	await insertJob(app.deps.db, { title: "Designer", is_active: false });
	for (const job_id of ["editor", "editor", "general-application"]) await insertApplication(app.deps.db, { job_id });
	const { rows, next } = await (await send("GET", "?limit=1")).json();
	expect(rows).toMatchObject([{ slug: "designer", is_active: false, status: "closed" }]);
	expect(await (await send("GET", `?limit=1&before=${next}`)).json()).toMatchObject({
		rows: [{ slug: "editor", is_active: true, status: "open" }],
		next: null,
	});
	expect(await applicants()).toEqual({ editor: 2, "general-application": 1 });
	const [{ id }] = rows;
	const { updated_at } = await (await send("PATCH", `/${id}`, { title: "Art Director" })).json();
	const changed = await (await send("GET", `?updated_since=${updated_at}`)).json();
	expect(changed.rows).toMatchObject([{ id, title: "Art Director" }]);
});

test("closes and reopens a job without touching anything else of it", async () => {
	const job = await insertJob(app.deps.db);
	const closed = await (await send("PATCH", `/${job.id}`, { is_active: false })).json();
	expect(closed).toMatchObject({ ...buildJob(), is_active: false });
	expect(await (await send("PATCH", `/${job.id}`, { is_active: true })).json()).toMatchObject(buildJob());
});

test("closes many at once, and an undo opens those again that nobody has opened since", async () => {
	const [first, second] = [await insertJob(app.deps.db), await insertJob(app.deps.db)];
	const shut = await insertJob(app.deps.db, { is_active: false });
	const ids = [first.id, second.id, shut.id];
	const closing = await send("POST", "/statuses", { changes: [{ ids, status: "closed" }] });
	const { changed } = await closing.json();
	expect(changed.map((row: { id: string }) => row.id).toSorted()).toEqual([first.id, second.id].toSorted());
	expect(changed).toMatchObject([{ status: "closed" }, { status: "closed" }]);
	await send("PATCH", `/${first.id}`, { is_active: true });
	const undo = { changes: [{ ids: [first.id, second.id], status: "open" }], undo_of: "closed" };
	expect(await (await send("POST", "/statuses", undo)).json()).toMatchObject({ changed: [{ id: second.id }] });
	expect(await (await send("GET", `/${second.id}`)).json()).toMatchObject({ status: "open" });
	expect((await send("POST", "/statuses", { changes: [{ ids, status: "gone" }] })).status).toBe(422);
});

test("keeps the slug when the title changes, for links and applications name the job by it", async () => {
	const { id } = await insertJob(app.deps.db, { title: "Editor" });
	const answer = await send("PATCH", `/${id}`, { title: "Senior Editor", requirements: ["B", "A"] });
	expect(await answer.json()).toMatchObject({ title: "Senior Editor", slug: "editor", requirements: ["B", "A"] });
});

test("a changed slug takes the applications along and leads on from the former ones, which stay the job's own", async () => {
	const { id } = await insertJob(app.deps.db, { title: "Editor" });
	await insertApplication(app.deps.db, { job_id: "editor" });
	await insertApplication(app.deps.db, { job_id: "senior-editor" });
	const rename = async (slug: string) => (await (await send("PATCH", `/${id}`, { slug })).json()).slug;
	const leadsTo = async (jobId: string) => {
		const request = new Request(`http://site.test/careers/apply/${jobId}`);
		return redirectOf(loadJob(routeArgs(app.deps, request, { jobId })));
	};
	expect(await rename("Chief Editor!")).toBe("chief-editor");
	expect(await leadsTo("editor")).toEqual([301, "/careers/apply/chief-editor"]);
	expect(await rename("head")).toBe("head");
	for (const former of ["editor", "chief-editor"]) {
		expect(await leadsTo(former)).toEqual([301, "/careers/apply/head"]);
	}
	expect(await applicants()).toEqual({ head: 1, "senior-editor": 1 });
	// A form that was open under the former address.
	const form = buildApplicationForm({ job_id: "editor" });
	expect((await app.api.request("/api/applications", { method: "POST", body: form })).status).toBe(201);
	expect(await applicants()).toEqual({ head: 2, "senior-editor": 1 });

	const other = await insertJob(app.deps.db, { title: "Editor" });
	expect(other.slug).toBe("editor-2");
	expect(await rename("general-application")).toBe("general-application-2");
	expect(await rename("editor")).toBe("editor");
	await expect(leadsTo("editor")).rejects.toThrow("led nowhere");
	expect((await send("PATCH", `/${id}`, { slug: " " })).status).toBe(422);
});

test("of two editors of one job the second is told, and overwrites nothing", async () => {
	const { id } = await insertJob(app.deps.db);
	const { version } = await (await send("GET", `/${id}`)).json();
	const first = await send("PATCH", `/${id}`, { location: "Boston", version });
	expect(first.status).toBe(200);
	const second = await send("PATCH", `/${id}`, { location: "Austin", version });
	expect([second.status, await second.json()]).toMatchObject([409, { current: { location: "Boston" } }]);
	const now = (await first.json()).version;
	expect((await send("PATCH", `/${id}`, { location: "Austin", version: now })).status).toBe(200);
});

test("keeps what search engines ask for, and refuses what does not fit together", async () => {
	const place = { remote: true, country: "us", valid_through: "2026-12-31", salary_min: "50000", salary_unit: "YEAR" };
	const { id, ...job } = await (await send("POST", "", { ...buildJob(), ...place })).json();
	expect(job).toMatchObject({ ...place, country: "US", salary_min: 50_000, salary_max: null, locality: null });
	const refused = async (change: object) => {
		const answer = await send("PATCH", `/${id}`, change);
		return [answer.status, Object.keys((await answer.json()).fields)];
	};
	expect(await refused({ remote: true, country: "" })).toEqual([422, ["country"]]);
	expect(await refused({ country: "USA" })).toEqual([422, ["country"]]);
	expect(await refused({ salary_max: 5 })).toEqual([422, ["salary_max"]]);
	expect(await refused({ salary_min: "", salary_max: 5 })).toEqual([422, ["salary_min"]]);
	expect(await refused({ salary_min: 9, salary_max: 5, salary_unit: "HOUR" })).toEqual([422, ["salary_max"]]);
	expect(await refused({ salary_min: 9, salary_unit: "" })).toEqual([422, ["salary_unit"]]);
	expect(await refused({ salary_min: "1e9" })).toEqual([422, ["salary_min"]]);
	expect(await refused({ valid_through: "2026-02-30" })).toEqual([422, ["valid_through"]]);
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
		error: "This job has applications, so it can't be deleted. Close it instead.",
	});
	expect((await send("GET", `/${id}`)).status).toBe(200);
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
	expect((await send("GET", `/${randomUUID()}`)).status).toBe(404);
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
