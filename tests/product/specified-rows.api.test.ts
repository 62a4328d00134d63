import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { loader as loadJob } from "#features/applications/apply/apply-page.tsx";
import { findOpenJob, listOpenJobs } from "#features/applications/apply/open-jobs.server.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { jobsTable } from "#features/jobs/jobs.table.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { buildContact, insertContact } from "#tests/factories/contacts.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildJob, deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { buildPost } from "#tests/factories/posts.ts";
import { redirectOf, routeArgs } from "#tests/loaders.ts";

// What the specification names in its sections 3 and 4, as it leaves the server.

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	// Before anyone is there.
	expect(await app.deps.db.select().from(usersTable)).toEqual([]);
	admin = await signInAs(app.deps, { role: "admin" });
});

async function call(method: string, path: string, body?: unknown) {
	const response = await app.api.request(path, {
		method,
		headers: { ...admin.headers, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

const create = async (path: string, input: unknown) => (await call("POST", path, input)).body;

/** Every named field is there, also those that are null. */
const expectFields = (row: object, names: string) =>
	expect(Object.keys(row)).toEqual(expect.arrayContaining(names.split(" ")));

// proves S3-contacts-03
test("an inquiry has every field of the specification", async () => {
	expectFields(
		await create("/api/contacts", buildContact()),
		"id name email phone subject message status notes created_at",
	);
});

// proves S3-bookings-01
test("a booking has every field of the specification", async () => {
	expectFields(
		await create("/api/bookings", buildBooking({ preferred_time: "14:30" })),
		"id name email phone service_type preferred_date preferred_time message status notes created_at",
	);
});

// proves S3-applications-01
test("an application has every field of the specification", async () => {
	await insertApplication(app.deps.db);
	const { rows } = (await call("GET", "/api/applications")).body;
	expectFields(
		rows[0],
		"id job_id applicant_name applicant_email applicant_phone resume_url cover_letter status notes applied_at",
	);
});

// proves S3-jobs-01
test("a job has every field of the specification", async () => {
	expectFields(
		await create("/api/jobs", buildJob({ title: "Editor" })),
		"id title slug location type description requirements is_active created_at",
	);
});

// proves S3-posts-01
test("a post has every field of the specification", async () => {
	expectFields(
		await create("/api/posts", buildPost()),
		"id title content excerpt status slug tags featured_image author_id published_at created_at updated_at meta_title meta_description og_image",
	);
});

// proves S3-invoices-01, S3-invoices-02, S7-invoices-03
test("an invoice has every field of the specification, and so have its items", async () => {
	const { invoice } = await create("/functions/v1/manage-invoices", buildInvoice());
	expectFields(
		invoice,
		"id invoice_number client_name client_email client_company client_address client_phone issue_date due_date tax_rate subtotal tax_amount total_amount notes terms status invoice_items",
	);
	expectFields(invoice.invoice_items[0], "id description quantity unit_price amount");
	const { items, ...sent } = buildInvoice();
	expect(invoice).toMatchObject(sent);
	expect(invoice.invoice_items).toMatchObject(items);
});

// proves S3-profiles-01
test("a profile has every field of the specification", async () => {
	const users = (await call("GET", "/api/users")).body.rows;
	expectFields(users[0], "id user_id email full_name role created_at");
});

const requestStatuses = ["closed", "new", "resolved", "in_progress", "new"];

// proves S4-status-01
test("any status of a booking may follow any other", async () => {
	const { id } = await insertBooking(app.deps.db);
	for (const status of requestStatuses) {
		expect((await call("PATCH", `/api/bookings/${id}`, { status })).body).toMatchObject({ status });
	}
});

// proves S4-status-01
test("any status of an inquiry may follow any other", async () => {
	const { id } = await insertContact(app.deps.db);
	for (const status of requestStatuses) {
		expect((await call("PATCH", `/api/contacts/${id}`, { status })).body).toMatchObject({ status });
	}
});

// proves S4-applications-01
test("any status of an application may follow any other", async () => {
	const { id } = await insertApplication(app.deps.db);
	for (const status of ["rejected", "accepted", "interviewed", "reviewing", "pending"]) {
		expect((await call("PATCH", `/api/applications/${id}`, { status })).body).toMatchObject({ status });
	}
});

// proves S4-posts-04
test("every save of a post moves its updated_at", async () => {
	const post = await create("/api/posts", buildPost({ title: "Saved twice" }));
	const later = new Date(app.deps.clock().getTime() + 60_000);
	app.setTime(later);
	const saved = (await call("PATCH", `/api/posts/${post.id}`, buildPost({ title: "Saved twice", slug: post.slug })))
		.body;
	expect(saved).toMatchObject({ updated_at: later.toISOString(), created_at: post.created_at });
});

// proves S7-jobs-01, S7-jobs-02, D-applications-08
test("open jobs are listed newest first, and found by slug before id", async () => {
	const { db } = app.deps;
	await deleteJobs(db);
	const old = await insertJob(db, { title: "Old" });
	await db.update(jobsTable).set({ created_at: new Date("2026-01-01T00:00:00Z") });
	await insertJob(db, { title: "Closed", is_active: false });
	const recent = await insertJob(db, { title: "Recent" });
	const before = new Date("2026-01-02T00:00:00Z");
	await db.update(jobsTable).set({ created_at: before }).where(eq(jobsTable.id, recent.id));
	// A slug that is another job's id.
	await db.insert(jobsTable).values({ ...buildJob({ title: "Named like one" }), slug: old.id });
	expect((await listOpenJobs(db)).map(({ title }) => title)).toEqual(["Named like one", "Recent", "Old"]);
	expect((await findOpenJob(db, "recent"))?.id).toBe(recent.id);
	expect((await findOpenJob(db, recent.id))?.title).toBe("Recent");
	expect((await findOpenJob(db, old.id))?.title).toBe("Named like one");
	expect(await findOpenJob(db, "closed")).toBeUndefined();
	for (const spelling of [recent.id, recent.id.toUpperCase()]) {
		const request = new Request(`http://site.test/careers/apply/${spelling}`);
		const page = loadJob(routeArgs(app.deps, request, { jobId: spelling }));
		expect(await redirectOf(page)).toEqual([301, "/careers/apply/recent"]);
	}
});

// proves D-time-01
test("every time is stored with its time zone, and leaves the server in UTC", async () => {
	const { rows } = await app.deps.database.query(
		"select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'timestamp without time zone'",
	);
	expect(rows).toEqual([]);
	const { id, created_at } = await create("/api/bookings", buildBooking());
	expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
	const stored = await app.deps.database.query(
		"select created_at = $1::timestamptz as same, abs(extract(epoch from now() - created_at)) < 60 as recent from bookings where id = $2",
		[created_at, id],
	);
	expect(stored.rows).toEqual([{ same: true, recent: true }]);
});

// proves D-access-06, D-access-07, D-access-08
test.each([
	["seven77", 422, { code: "weak_password", weak_password: { reasons: ["length"] } }],
	["eight8oz", 200, {}],
	["é".repeat(36), 200, {}],
	["é".repeat(37), 400, { code: "validation_failed" }],
	["Password123", 422, { code: "weak_password", weak_password: { reasons: ["pwned"] } }],
])("short, long and common passwords are refused at sign-up, others not: %s", async (password, status, answer) => {
	const response = await app.api.request("/auth/v1/signup", {
		method: "POST",
		headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
		body: JSON.stringify({ email: `${status}-${password.length}@example.com`, password }),
	});
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject(answer);
});

// proves D-access-15
test("there is no account without settings or a sign-up, so no one has a password that we chose", async () => {
	for (const [email, password] of [
		["admin@example.com", "admin"],
		["admin@pilcrow.example", "password"],
		["admin", "admin"],
	]) {
		const response = await app.api.request("/auth/v1/token?grant_type=password", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email, password }),
		});
		expect(response.status).toBe(400);
	}
});

// proves D-bookings-05
test("texts at the limit are taken, longer ones refused with a text that names it", async () => {
	const x = (length: number) => "x".repeat(length);
	for (const [field, limit] of [
		["name", 200],
		["subject", 300],
		["message", 20_000],
	] as const) {
		expect((await call("POST", "/api/contacts", buildContact({ [field]: x(limit) }))).status).toBe(201);
		const refused = await call("POST", "/api/contacts", buildContact({ [field]: x(limit + 1) }));
		expect(refused.status).toBe(422);
		expect(refused.body.fields[field]).toBe(
			`Please keep this to ${limit.toLocaleString("en-US")} characters or fewer.`,
		);
	}
	const { id } = await insertContact(app.deps.db);
	expect((await call("PATCH", `/api/contacts/${id}`, { notes: x(20_000) })).status).toBe(200);
	expect((await call("PATCH", `/api/contacts/${id}`, { notes: x(20_001) })).status).toBe(422);
});
