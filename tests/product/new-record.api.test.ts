import { eq, sql } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { requireAccess, standardAccess } from "#access.server.ts";
import { createApi } from "#api.server.ts";
import type { RecordDefinition } from "#lib/record.ts";
import { requestStatuses, requestStatusLabels, requestStatusTones } from "#lib/status.ts";
import { statusChangeSchema, statusesChangeSchema } from "#lib/status-change.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { answerHttpError } from "#platform/http/http-errors.server.ts";
import { recordApi } from "#platform/records/record-api.server.ts";
import { changeStatuses, insertRow, type RecordSource, updateRecord } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { recordSources } from "#records.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { triggersOf } from "../../scripts/migration.ts";

// All that a subject has to say of a new kind of record. Nothing else of the product knows it.

const visitsTable = pgTable("visits", {
	id: uuid().primaryKey().defaultRandom(),
	guest: text().notNull(),
	email: text().notNull(),
	status: text({ enum: requestStatuses }).notNull().default("new"),
	notes: text(),
	made_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
	updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
type Visit = typeof visitsTable.$inferSelect;

const visitRecord = {
	table: "visits",
	kind: "visit",
	area: "desk",
	label: "Visit",
	noun: "visit",
	path: (id: string) => `/admin/visits?id=${id}`,
	orderedBy: "made_at",
	statuses: { labels: requestStatusLabels, tones: requestStatusTones },
	search: { in: ["guest"], title: "guest", detail: "email" },
	person: { email: "email", title: "guest", plural: "visits" },
	logged: { as: "guest", without: ["updated_at"] },
	live: { dated: true },
	api: { path: "/api/visits", endpoints: ["list", "update", "statuses"] },
} as const satisfies RecordDefinition<Visit>;

const presentVisit = ({ made_at, updated_at, ...fields }: Visit) => ({
	...fields,
	version: versionOf(fields.notes),
	made_at: made_at.toISOString(),
	updated_at: updated_at.toISOString(),
});

const visits: RecordSource<Visit, ReturnType<typeof presentVisit>> = {
	record: visitRecord,
	table: visitsTable,
	present: presentVisit,
};

const app = startTestApp();
let api: Hono<AccountEnv>;
let headers: Record<string, string>;

beforeAll(async () => {
	const { database } = app.deps;
	await database.query(`create table visits (id uuid primary key default gen_random_uuid(), guest text not null,
		email text not null, status text not null default 'new', notes text,
		made_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now())`);
	for (const trigger of triggersOf(visitRecord).values()) await database.query(`create ${trigger}`);
	const visitsApi = recordApi(app.deps, visits, {
		change: statusChangeSchema(requestStatuses),
		update: (tx, id, change) => updateRecord(tx, visits, id, change),
		statuses: statusesChangeSchema(requestStatuses),
		updateStatuses: (tx, change) => changeStatuses(tx, visits, change),
	});
	api = new Hono<AccountEnv>()
		.onError(answerHttpError)
		.on("ALL", ["/api/visits", "/api/visits/*"], requireAccess(app.deps, standardAccess([visitRecord])))
		.route("/api/visits", visitsApi)
		.route("/", createApi(app.deps, [...recordSources, visits]));
	({ headers } = await signInAs(app.deps, { role: "admin" }));
});

const insertVisit = (guest: string, email = "ada@example.com", made_at = new Date()) =>
	insertRow(app.deps.db, visitsTable, { guest, email, made_at });

async function ask(path: string, method = "GET", body?: object) {
	const response = await api.request(path, {
		method,
		headers: { ...headers, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: JSON.parse(await response.text()) };
}

test("its list has pages, newest first, and is for admins alone", async () => {
	for (const day of [1, 3, 2])
		await insertVisit(`Day ${day}`, "days@example.com", new Date(`2026-01-0${day}T00:00:00Z`));
	const first = (await ask("/api/visits?limit=2")).body;
	expect(first.rows).toMatchObject([{ guest: "Day 3" }, { guest: "Day 2" }]);
	expect((await ask(`/api/visits?before=${encodeURIComponent(first.next)}`)).body).toMatchObject({
		rows: [{ guest: "Day 1", made_at: "2026-01-01T00:00:00.000Z" }],
		next: null,
	});
	expect((await api.request("/api/visits")).status).toBe(401);
	expect((await api.request("/api/visits", { headers: (await signInAs(app.deps)).headers })).status).toBe(403);
});

test("its status changes and is undone, and notes that someone else has changed are refused", async () => {
	const { id } = await insertVisit("Grace Hopper");
	const to = (status: string, undo_of?: string) =>
		ask("/api/visits/statuses", "POST", { changes: [{ ids: [id], status }], undo_of });
	expect((await to("closed")).body.changed).toMatchObject([{ id, status: "closed" }]);
	expect((await to("new", "resolved")).body.changed).toEqual([]);
	expect((await to("new", "closed")).body.changed).toMatchObject([{ id, status: "new" }]);
	const notes = { notes: "Called", version: versionOf(null) };
	expect((await ask(`/api/visits/${id}`, "PATCH", notes)).body).toMatchObject({ notes: "Called" });
	expect(await ask(`/api/visits/${id}`, "PATCH", notes)).toMatchObject({ status: 409, body: { current: { id } } });
	expect((await ask(`/api/visits/${crypto.randomUUID()}`, "PATCH", notes)).status).toBe(404);
});

test("search and its person's history find it", async () => {
	const { id } = await insertVisit("Ottoline Marsh", "Otto@example.com");
	expect((await ask("/api/search?q=ottoline")).body.found).toEqual([
		{ kind: "visit", id, title: "Ottoline Marsh", detail: "Otto@example.com" },
	]);
	expect((await ask("/api/people?email=otto@example.com")).body.dealings).toMatchObject([
		{ kind: "visit", id, title: "Ottoline Marsh", status: { label: "New", tone: "blue" } },
	]);
});

test("the activity log shows who has changed it, and how", async () => {
	const { id } = await insertVisit("Logged");
	await ask(`/api/visits/${id}`, "PATCH", { status: "resolved" });
	expect((await ask(`/api/activity?record=${id}`)).body.rows).toMatchObject([
		{
			action: "update",
			actor_kind: "staff",
			record_label: "Logged",
			changes: { status: { old: "new", new: "resolved" } },
		},
		{ action: "insert", actor_kind: "system", record_table: "visits" },
	]);
});

test("open screens get it as its list presents it", async () => {
	const controller = new AbortController();
	const { body } = await api.request("/api/live", { headers, signal: controller.signal });
	const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
	expect((await events?.read())?.value).toMatchObject({ event: "ready" });
	const row = await insertVisit("Live");
	const live = JSON.stringify({ table: "visits", operation: "insert", row: presentVisit(row) });
	// Changes of the tests before may still be on their way.
	for (let data: string | undefined; !data?.includes(live); ) {
		const next = await events?.read();
		if (!next || next.done) throw new Error("the stream ended without it");
		data = next.value.data;
	}
	controller.abort();
});

test("the export of a person holds it, and the erasure takes it with its name in the log", async () => {
	const email = "eve@example.com";
	const { id } = await insertVisit("Eve", email);
	await insertVisit("Somebody else", "not-eve@example.com");
	const archive = await api.request("/api/privacy/export", {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ email }),
	});
	expect(await archive.text()).toContain(`"visits": [\n\t\t{\n\t\t\t"id": "${id}"`);
	const erased = (await ask("/api/privacy/erase", "POST", { email, confirmation: email })).body;
	expect(erased).toMatchObject({ visits: 1, bookings: 0 });
	expect(await app.deps.db.$count(visitsTable, eq(visitsTable.email, email))).toBe(0);
	expect(await app.deps.db.$count(visitsTable, sql`guest = 'Somebody else'`)).toBe(1);
	const log = (await ask(`/api/activity?record=${id}`)).body.rows;
	expect(log).toMatchObject([{ action: "delete", record_label: null }, { record_label: null }]);
});
