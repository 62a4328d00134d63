import { expect, test } from "vitest";
import { accessTable } from "#access.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import {
	addressOf,
	endpoints,
	insertKnownRows,
	insertRowsFor,
	requestOf,
	samples,
	unsampled,
} from "#tests/endpoints.ts";

const app = startTestApp();

/** Everything that is stored, except for what a refused request may leave. */
async function everything(): Promise<Record<string, string>> {
	const { rows } = await app.deps.database.query(
		"select table_name from information_schema.tables where table_schema = 'public' order by 1",
	);
	const content: Record<string, string> = {};
	for (const { table_name } of rows) {
		const { rows: found } = await app.deps.database.query(`select t::text as row from "${table_name}" t order by 1`);
		content[String(table_name)] = found.map(({ row }) => row).join("\n");
	}
	return content;
}

test("every writing endpoint has a sample, so that these tests and the fuzzing reach it", () => {
	expect(unsampled, "add it to tests/endpoints.ts").toEqual([]);
});

const adminOnly = endpoints.filter((endpoint) => accessTable[endpoint]?.who === "admin");

test.each(["nobody", "user"] as const)(
	"%s changes and reads no row, own or another's, whose id is known",
	async (who) => {
		const { user, headers } = await signInAs(app.deps, { email: `${who}@example.com` });
		const own = await insertKnownRows(app.deps, user.email);
		const others = await insertKnownRows(app.deps, "grace@example.com");
		const before = await everything();
		for (const endpoint of adminOnly) {
			for (const rows of [own, others]) {
				const { method, path } = addressOf(endpoint, rows);
				const { body, headers: type } = requestOf(samples[endpoint]);
				const answer = await app.api.request(path, {
					method,
					headers: { ...type, ...(who === "user" && headers) },
					...(body && { body }),
				});
				expect([endpoint, answer.status]).toEqual([endpoint, who === "nobody" ? 401 : 403]);
				expect(await answer.text()).not.toContain("Opening night");
			}
		}
		expect(await everything()).toEqual(before);
	},
);

test("an admin reaches those rows: the matrix above refuses because of the caller", async () => {
	const { headers } = await signInAs(app.deps, { role: "admin" });
	for (const endpoint of adminOnly.filter((each) => /^(GET|PATCH|PUT) .*:id/.test(each))) {
		const rows = await insertKnownRows(app.deps);
		const { method, path } = addressOf(endpoint, rows);
		const { body, headers: type } = requestOf(samples[endpoint]);
		const answer = await app.api.request(path, { method, headers: { ...type, ...headers }, ...(body && { body }) });
		await answer.body?.cancel();
		// None of these rows has a file, and no one has been sent an email.
		const fileless = /resume|file$|mails|attachments|html$|source$/.test(endpoint);
		// It creates a post: the same save as the one that has created this row gets the row again.
		const creates = endpoint === "PUT /api/posts/:id";
		expect([endpoint, answer.status]).toEqual([endpoint, fileless ? 404 : creates ? 201 : 200]);
	}
});

const strayId = "deadbeef-dead-4bad-8bad-deadbeefdead";
const strayTime = "1999-01-02T03:04:05.000Z";

/** Columns that someone might like to set. */
const coveted = {
	id: strayId,
	user_id: strayId,
	author_id: strayId,
	client_id: strayId,
	invoice_id: strayId,
	job_id: "stray-job",
	created_at: strayTime,
	updated_at: strayTime,
	applied_at: strayTime,
	confirmed_at: strayTime,
	email_confirmed_at: strayTime,
	first_viewed_at: strayTime,
	sent_at: strayTime,
	first_published_at: strayTime,
	invoice_number: "INV-deadbeef",
	number: 987_654_321,
	total: 987_654_321,
	total_cents: 987_654_321,
	subtotal_cents: 987_654_321,
	public_token_hash: "deadbeef-token",
	public_seed: "deadbeef-seed",
	public_expires_at: strayTime,
	password_hash: "deadbeef-hash",
	resume_url: "deadbeef.pdf",
	full_name: "deadbeef-name",
	is_admin: true,
	by_staff: false,
	role: "admin",
	app_metadata: { role: "deadbeef-admin" },
	__proto__: { role: "admin" },
	constructor: { prototype: { role: "admin" } },
};
const marks = /deadbeef|1999-01-0|987654321|stray-job/;

/** Whoever creates these may choose the id, and only the id. */
const takesId = ["POST /api/jobs", "POST /api/posts", "POST /api/retainers", "POST /functions/v1/manage-invoices"];

const takesJson = endpoints.filter((endpoint) => typeof samples[endpoint] === "object");

test.each(takesJson)("%s stores nothing of what it has no field for", async (endpoint) => {
	const { user, headers } = await signInAs(app.deps, {
		role: accessTable[endpoint]?.who === "admin" ? "admin" : "user",
	});
	const rows = await insertRowsFor(app.deps, endpoint);
	const sample = Object(samples[endpoint]);
	const { method, path } = addressOf(endpoint, rows);
	const answer = await app.api.request(path, {
		method,
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ ...coveted, ...(takesId.includes(endpoint) && { id: undefined }), ...sample }),
	});
	expect(answer.status).not.toBe(500);
	// What is refused is refused because of a value that does not exist, never half taken.
	for (const [table, content] of Object.entries(await everything())) {
		expect([table, content.match(marks)?.[0]]).toEqual([table, undefined]);
	}
	const { rows: roles } = await app.deps.database.query("select role from profiles where user_id = $1", [user.id]);
	expect(roles).toEqual([{ role: accessTable[endpoint]?.who === "admin" ? "admin" : "user" }]);
	expect(({} as { role?: string }).role).toBeUndefined();
});

test("an application's form ignores values that it has no field for", async () => {
	const sample = samples["POST /api/applications"];
	const form = typeof sample === "function" ? sample() : new FormData();
	for (const [name, value] of Object.entries(coveted)) if (!form.has(name)) form.append(name, String(value));
	form.append("status", "accepted");
	expect((await app.api.request("/api/applications", { method: "POST", body: form })).status).toBe(201);
	expect((await everything()).job_applications).not.toMatch(marks);
	expect((await everything()).job_applications).not.toContain("accepted");
});

test("an account can't make itself an admin, neither by signing up nor by changing itself", async () => {
	const data = { role: "admin", app_metadata: { role: "admin" } };
	const send = (method: string, path: string, body: object, headers = {}) =>
		app.api.request(`/auth/v1${path}`, {
			method,
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	await send("POST", "/signup", { email: "eve@example.com", password: "gondola twelve birch", role: "admin", data });
	const { headers } = await signInAs(app.deps, { email: "mallory@example.com" });
	await send("PUT", "/user", { role: "admin", data }, headers);
	const { rows } = await app.deps.database.query("select distinct role from profiles where email ~ '^(eve|mallory)@'");
	expect(rows).toEqual([{ role: "user" }]);
	expect((await app.api.request("/api/users", { headers })).status).toBe(403);
});

test("methods that no endpoint has are refused for known rows too", async () => {
	const rows = await insertKnownRows(app.deps);
	const { headers } = await signInAs(app.deps, { role: "admin" });
	for (const [method, subject] of [
		["DELETE", "contacts"],
		["PUT", "contacts"],
		["PUT", "bookings"],
	] as const) {
		expect((await app.api.request(`/api/${subject}/${rows[subject]}`, { method, headers })).status).toBe(404);
	}
});
