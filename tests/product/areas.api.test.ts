import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { and, eq } from "drizzle-orm";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { Hono } from "hono";
import { beforeAll, expect, inject, test } from "vitest";
import { accessTable, requireAccess } from "#access.server.ts";
import { createApi } from "#api.server.ts";
import { activityTable } from "#features/activity/activity.table.ts";
import { appointAdmin, ensureConfiguredAdmin } from "#features/auth/accounts/admins.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { createFeed, readFeed } from "#features/bookings/calendar/calendar-feed.server.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { type ThreadTable, threadTables } from "#features/threads/threads.schema.ts";
import {
	cannedRepliesTable,
	threadAttachmentsTable,
	threadDraftsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import { updateAreas, updateRole } from "#features/users/users.server.ts";
import { type Areas, accessText } from "#lib/access/areas.ts";
import { openPostgresDatabase } from "#platform/database/database.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { answerHttpError } from "#platform/http/http-errors.server.ts";
import { openChangeFeed } from "#platform/live/change-feed.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { sees } from "#records.ts";
import { insertUser, openSession, signInAs, signInTwice } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { areaMatrix, limits, outcomeFor } from "#tests/area-matrix.ts";
import { endpoints, requestOf, samples } from "#tests/endpoints.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";

const app = startTestApp();

const limited = (areas: Areas) => signInAs(app.deps, { role: "admin", ...(areas && { areas }) });

/** Whether the guard has refused something because of its area. */
const hasRefused = () => JSON.stringify(app.log).includes('"reason":"area"');

type Call = { method?: string; body?: object; headers: object };
async function call(
	path: string,
	{ method = "GET", body, headers }: Call,
	api: { request: Hono["request"] } = app.api,
) {
	const response = await api.request(path, {
		method,
		headers: { ...headers, ...(body && { "content-type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	if (response.headers.get("content-type") === "text/event-stream") {
		await response.body?.cancel();
		return { status: response.status, body: {} };
	}
	const text = await response.text();
	return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : {} };
}

const callers: (Areas | "nobody" | "user")[] = ["nobody", "user", ...limits];
const nameOf = (caller: (typeof callers)[number]) => (typeof caller === "string" ? caller : accessText(caller));

test.each(callers.map((caller) => [nameOf(caller), caller] as const))(
	"every endpoint lets %s in where its line says so, and nowhere else",
	async (_, caller) => {
		const role = caller === "user" ? "user" : "admin";
		const account = { role, ...(Array.isArray(caller) && { areas: caller }) } as const;
		const user = await insertUser(app.deps, account);
		const wrong: unknown[] = [];
		for (const endpoint of endpoints) {
			const expected = outcomeFor(endpoint, caller);
			const [method = "", pattern = ""] = endpoint.split(" ");
			// Recovery codes are made and removed only beside another factor.
			const signIn = pattern.includes("recovery-codes") ? signInTwice(app.deps, account) : openSession(app.deps, user);
			const headers = caller === "nobody" ? {} : (await signIn).headers;
			app.log.length = 0;
			const path = pattern.replaceAll(/:\w+/g, randomUUID());
			for (const query of expected === "404/403" ? ["", `?id=${randomUUID()}`] : [""]) {
				const { status } = await call(path + query, { method, headers });
				const isForeign = hasRefused();
				const refusal = expected === "404/403" ? (query ? 404 : 403) : Number(expected);
				const fits =
					expected === "yes"
						? status !== 401 && status !== 403 && !isForeign
						: expected === "rows"
							? status !== 401
							: status === refusal;
				if (!fits) wrong.push([endpoint + query, expected, status, isForeign]);
			}
		}
		expect(wrong).toEqual([]);
	},
);

/** A row for each endpoint that asks for its record, about each kind of record. */
async function insertOwned(table: ThreadTable) {
	const { db } = app.deps;
	const insert = { bookings: insertBooking, contact_inquiries: insertContact, job_applications: insertApplication };
	const record = await insert[table](db);
	const thread = await insertThread(db, record.id, table);
	const place = { record_table: table, record_id: record.id };
	const arrived = { source: "folder", at: new Date(), outcome: "new", size: 1 } as const;
	const mail = await insertRow(db, mailsTable, {
		...place,
		kind: "confirmation",
		subject: "Hello",
		recipient: "a@b.example",
	});
	const forms = { bookings: "booking", contact_inquiries: "contact", job_applications: "application" } as const;
	const fields = { firstName: "Ada", lastName: "B", email: "ada@example.com", message: "Hello" };
	const held = await insertRow(db, quarantineTable, { form: forms[table], fields, reasons: ["trap"] });
	const message = await insertMessage(db, thread.id);
	const file = { thread_id: thread.id, name: "a.txt", type: "application/octet-stream", size: 5 };
	const attachment = await insertRow(db, threadAttachmentsTable, file);
	const inbound = await insertRow(db, inboundMailsTable, { ...arrived, ...place, key: randomUUID() });
	const [entry] = await db.select().from(activityTable).where(eq(activityTable.record_id, record.id));
	return {
		...{ table, id: record.id, mails: mail.id, quarantine: held.id, inbound: inbound.id, activity: entry?.id ?? "" },
		...{ "thread-messages": message.id, "thread-attachments": attachment.id },
	};
}

const recordEndpoints = endpoints.filter(
	(endpoint) => accessTable[endpoint]?.area === "record" && !endpoint.includes("/site/"),
);

/** The address of such an endpoint and its body, about a row. */
function requestAbout(endpoint: (typeof endpoints)[number], row: Awaited<ReturnType<typeof insertOwned>>) {
	const [method = "", pattern = ""] = endpoint.split(" ");
	const subject = pattern.split("/")[2] as keyof typeof row;
	const path = pattern
		.replace(":table/:id", `${row.table}/${row.id}`)
		.replace(":table", row.table)
		.replace(":id", row[subject] ?? "");
	const query =
		pattern === "/api/mails/of-record"
			? `?table=${row.table}&id=${row.id}`
			: pattern === "/api/activity"
				? `?table=${row.table}&record=${row.id}`
				: "";
	const own = endpoint === "POST /api/activity/replies" ? { table: row.table, id: row.id } : samples[endpoint];
	const { body, headers } = requestOf(own);
	return { path: path + query, init: { method, headers, ...(body && { body }) } };
}

test.each(recordEndpoints)("%s is there for those who may see the record, and for no one else", async (endpoint) => {
	const accounts = await Promise.all(limits.map(async (limit) => ({ limit, ...(await limited(limit)) })));
	const ask = async (row: Awaited<ReturnType<typeof insertOwned>>, headers: object) => {
		app.log.length = 0;
		const { path, init } = requestAbout(endpoint, row);
		const { status } = await app.api.request(path, { ...init, headers: { ...init.headers, ...headers } });
		return { status, isForeign: hasRefused() };
	};
	// A change of many records at once is refused as a section.
	const refusal = endpoint === "POST /api/threads/:table/assignees" ? 403 : 404;
	for (const table of threadTables) {
		const row = await insertOwned(table);
		const [seeing, others] = [
			accounts.filter(({ limit }) => sees(limit, table)),
			accounts.filter(({ limit }) => !sees(limit, table)),
		];
		for (const { headers } of others) expect(await ask(row, headers)).toEqual({ status: refusal, isForeign: true });
		// What becomes an inquiry needs the desk, too.
		for (const { headers } of seeing.filter(({ limit }) => limit?.length === 2)) {
			const { status, isForeign } = await ask(row, headers);
			expect({ endpoint, isForeign, status }).toEqual({
				endpoint,
				isForeign: false,
				status: expect.not.toSatisfy((each: number) => each === 403 || each >= 500),
			});
		}
	}
});

test("the firm's facts and its brand are not for those who write", async () => {
	const { headers } = await limited(["writing"]);
	const pages = (await call("/api/site", { headers })).body.pages.map(({ page }: { page: string }) => page);
	expect(pages).toContain("home");
	for (const page of ["firm", "brand"]) {
		expect(pages).not.toContain(page);
		expect((await call(`/api/site/${page}`, { headers })).status).toBe(404);
	}
	expect((await call("/api/site/home", { headers })).status).toBe(200);
	expect((await call("/api/site/home", await limited(["desk"]))).status).toBe(404);
});

test("a row of another area is answered for as if there were none", async () => {
	const { headers } = await limited(["desk"]);
	const row = await insertOwned("job_applications");
	for (const endpoint of recordEndpoints.filter((each) => each.includes("/:id"))) {
		const there = requestAbout(endpoint, row);
		const gone = requestAbout(endpoint, {
			...row,
			id: randomUUID(),
			mails: randomUUID(),
			quarantine: randomUUID(),
			inbound: randomUUID(),
			activity: randomUUID(),
			"thread-messages": randomUUID(),
			"thread-attachments": randomUUID(),
		});
		const answers = [];
		for (const { path, init } of [there, gone]) {
			const response = await app.api.request(path, { ...init, headers: { ...init.headers, ...headers } });
			answers.push([response.status, await response.text()]);
		}
		expect([endpoint, answers[0]]).toEqual([endpoint, answers[1]]);
	}
});

test("a foreign section says who was there last of those who can give access", async () => {
	const now = app.deps.clock();
	const giver = await signInAs(app.deps, { role: "admin", full_name: "Grace Hopper" });
	await app.deps.db
		.update(sessionsTable)
		.set({ used_at: new Date(now.getTime() + 60_000) })
		.where(eq(sessionsTable.user_id, giver.user.id));
	const { headers } = await limited(["desk"]);
	const error = "You don't have access to this section. Grace Hopper can give it to you.";
	expect(await call("/api/posts", { headers })).toEqual({ status: 403, body: { error, code: "area" } });
	expect((await call("/functions/v1/manage-invoices", { headers })).body).toEqual({ error });
	expect((await call("/api/profile", { headers })).body).toMatchObject({ areas: ["desk"], giver: "Grace Hopper" });
});

test("an endpoint that should ask for its record answers no one without", async () => {
	const api = new Hono<AccountEnv>()
		.onError(answerHttpError)
		.use(requireAccess(app.deps, { "GET /api/late": { who: "admin", fresh: false, area: "record" } }))
		.get("/api/late", (c) => c.json({ secret: true }));
	expect(await call("/api/late", await limited(null), api)).toMatchObject({ status: 500, body: { code: "internal" } });
});

test("docs/security.md has the matrix of today", () => {
	const file = "docs/security.md";
	const text = readFileSync(file, "utf8");
	const [begin, end] = ["<!-- The matrix, generated by tests/area-matrix.ts -->\n\n", "\n\n<!-- End of the matrix -->"];
	const [before, rest] = text.split(begin);
	const after = rest?.split(end)[1];
	if (after === undefined) throw new Error("docs/security.md has no place for the matrix");
	const current = before + begin + areaMatrix() + end + after;
	if (process.env.MATRIX === "keep") writeFileSync(file, current);
	expect(text, "run this test with MATRIX=keep").toBe(current);
});

let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
	owner = await signInAs(app.deps, { role: "admin" });
});
const limit = (userId: string, areas: Areas, headers: object = owner.headers) =>
	call(`/api/users/${userId}/areas`, { method: "PATCH", body: { areas }, headers });

test("an admin without a limit limits others, never themselves, and lifts it again", async () => {
	const other = await limited(null);
	expect(await limit(other.user.id, ["writing", "desk", "desk"])).toMatchObject({
		status: 200,
		body: { areas: ["desk", "writing"] },
	});
	expect((await call("/api/contacts", other)).status).toBe(200);
	expect((await call("/api/applications", other)).status).toBe(403);
	expect(await limit(owner.user.id, ["desk"])).toMatchObject({ status: 409, body: { code: "own_areas" } });
	expect((await limit(owner.user.id, ["desk"], other.headers)).status).toBe(404);
	expect((await limit(other.user.id, [])).status).toBe(422);
	expect((await limit(randomUUID(), null)).status).toBe(404);
	expect(await limit(other.user.id, null)).toMatchObject({ status: 200, body: { areas: null } });
	expect((await call("/api/applications", other)).status).toBe(200);
	const [profile] = await app.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, other.user.id));
	const entries = await app.deps.db
		.select()
		.from(activityTable)
		.where(and(eq(activityTable.record_id, profile?.id ?? ""), eq(activityTable.action, "update")));
	expect(entries.map(({ changes }) => changes.areas)).toEqual([
		{ old: null, new: ["desk", "writing"] },
		{ old: ["desk", "writing"], new: null },
	]);
});

test("a limit ends the calendar feed, invitations, presence, and assignments outside of it, and keeps the drafts", async () => {
	const { db } = app.deps;
	const { user, headers } = await limited(null);
	const { url } = await createFeed(app.deps, user.id);
	const token = /calendar\/(.+)\.ics/.exec(url)?.[1] ?? "";
	await call("/api/invitations", { method: "POST", body: { email: "new@example.com", role: "admin" }, headers });
	const rows = await Promise.all((["contact_inquiries", "job_applications"] as const).map(insertOwned));
	for (const { table, id } of rows) {
		const path = `/api/threads/${table}/${id}`;
		await call(path, { method: "PATCH", body: { assignee_id: user.id }, headers });
		await call(`${path}/presence`, { method: "POST", body: { state: "viewing" }, headers });
		await call(`${path}/draft`, {
			method: "PUT",
			body: samples["PUT /api/threads/:table/:id/draft"] as object,
			headers,
		});
	}
	const [, application] = rows;
	const present = async () =>
		(await call(`/api/threads/job_applications/${application?.id}`, owner)).body.presence.map(
			({ id }: { id: string }) => id,
		);
	await expect.poll(present).toEqual([user.id]);
	expect((await call("/api/threads/drafts", { headers })).body.record_ids).toHaveLength(2);

	await limit(user.id, ["desk"]);
	expect(await readFeed(app.deps, token)).toBeDefined();
	const assigned = await db.select().from(threadsTable).where(eq(threadsTable.assignee_id, user.id));
	expect(assigned.map(({ record_table }) => record_table)).toEqual(["contact_inquiries"]);
	await expect.poll(present).toEqual([]);
	expect((await call("/api/threads/drafts", { headers })).body.record_ids).toEqual([rows[0]?.id]);
	expect(await db.$count(threadDraftsTable, eq(threadDraftsTable.user_id, user.id))).toBe(2);
	const [invitation] = await db.select().from(invitationsTable).where(eq(invitationsTable.invited_by, user.id));
	expect(invitation?.withdrawn_at).not.toBeNull();

	await limit(user.id, ["hiring"]);
	expect(await readFeed(app.deps, token)).toBeUndefined();
});

test("the members of a conversation, and who can be assigned to it, are those who may see it", async () => {
	const [desk, hiring] = [await limited(["desk"]), await limited(["hiring"])];
	const row = await insertOwned("job_applications");
	const ids = async (table: string, headers: object) =>
		((await call(`/api/threads/members?table=${table}`, { headers })).body.rows as { id: string }[]).map(
			({ id }) => id,
		);
	expect(await ids("job_applications", hiring.headers)).toEqual(
		expect.arrayContaining([hiring.user.id, owner.user.id]),
	);
	expect(await ids("job_applications", hiring.headers)).not.toContain(desk.user.id);
	expect(await ids("job_applications", desk.headers)).toEqual([]);
	expect(await ids("bookings", desk.headers)).toContain(desk.user.id);
	const assign = (assignee_id: string) =>
		call(`/api/threads/job_applications/${row.id}`, { method: "PATCH", body: { assignee_id }, headers: owner.headers });
	expect((await assign(desk.user.id)).status).toBe(422);
	expect((await assign(hiring.user.id)).status).toBe(200);
});

test("a related record of another area isn't named, and a split needs both areas", async () => {
	const { db } = app.deps;
	const [desk, hiring, both] = [await limited(["desk"]), await limited(["hiring"]), await limited(["desk", "hiring"])];
	const [contact, application] = [await insertOwned("contact_inquiries"), await insertOwned("job_applications")];
	const related = { related_table: "job_applications", related_id: application.id } as const;
	await db.update(threadsTable).set(related).where(eq(threadsTable.record_id, contact.id));
	const relatedFor = async (headers: object) =>
		(await call(`/api/threads/contact_inquiries/${contact.id}`, { headers })).body.thread.related;
	expect([await relatedFor(desk.headers), await relatedFor(both.headers)]).toEqual([
		null,
		{ record_table: "job_applications", record_id: application.id },
	]);
	const path = `/api/thread-messages/${application["thread-messages"]}/split`;
	const split = async (headers: object) => (await call(path, { method: "POST", headers })).status;
	expect([await split(desk.headers), await split(hiring.headers), await split(both.headers)]).toEqual([404, 403, 201]);
	expect(await db.$count(threadMessagesTable, eq(threadMessagesTable.id, application["thread-messages"]))).toBe(1);
});

test("a report on an email is seen by those who see what the email is about", async () => {
	const { db } = app.deps;
	const invoice = await insertInvoice(db, app.deps.clock());
	const about = {
		record_table: "invoices",
		record_id: invoice.id,
		kind: "invoice",
		subject: "Invoice",
		recipient: "a@b.example",
	} as const;
	const mails = [
		await insertRow(db, mailsTable, about),
		await insertRow(db, mailsTable, { ...about, record_table: "bookings" }),
	];
	const report = { source: "folder", at: new Date(), outcome: "bounce", size: 1 } as const;
	const rows: { id: string }[] = [];
	for (const { id } of mails)
		rows.push(await insertRow(db, inboundMailsTable, { ...report, key: randomUUID(), mail_id: id }));
	const unmatched = await insertRow(db, inboundMailsTable, { ...report, key: randomUUID() });
	const seen = async (areas: Areas) => {
		const listed = (await call("/api/inbound", await limited(areas))).body.rows.map(({ id }: { id: string }) => id);
		return [...rows, unmatched].map(({ id }) => listed.includes(id));
	};
	expect(await seen(["desk"])).toEqual([false, true, true]);
	expect(await seen(["money"])).toEqual([true, false, false]);
	expect(await seen(null)).toEqual([true, true, true]);
});

test("a canned reply for records of another area is changed by no one who doesn't see it", async () => {
	const { db } = app.deps;
	const text = "Thank you.";
	const foreign = await insertRow(db, cannedRepliesTable, { record_table: "contact_inquiries", title: "Desk", text });
	const shared = await insertRow(db, cannedRepliesTable, { title: "All", text });
	const { headers } = await limited(["hiring"]);
	const body = { title: "Hiring", text };
	const answers = [];
	for (const { id } of [foreign, shared])
		for (const change of [{ method: "PUT", body }, { method: "DELETE" }])
			answers.push((await call(`/api/canned-replies/${id}`, { ...change, headers })).status);
	expect(answers).toEqual([404, 404, 200, 204]);
	const ofDesk = { method: "POST", body: { ...body, record_table: "contact_inquiries" }, headers };
	expect((await call("/api/canned-replies", ofDesk)).status).toBe(403);
	expect(await db.$count(cannedRepliesTable, eq(cannedRepliesTable.title, "Desk"))).toBe(1);
});

test("in two processes, a lost area ends streams and access within a second", async () => {
	const [named] = (await app.deps.database.query("select current_database() as name")).rows;
	const database = openPostgresDatabase(`${inject("postgresServer")}/${named?.name}`, { poolSize: 3 });
	const changes = await openChangeFeed(database, app.deps.logger);
	const apis = [app.api, createApi({ ...app.deps, database, db: database.db, changes })];
	const { user, headers } = await limited(null);
	const streams = await Promise.all(
		apis.map(async (api) => {
			const { body } = await api.request("/api/live", { headers });
			const reader = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
			expect((await reader?.read())?.value).toMatchObject({ event: "ready" });
			return reader;
		}),
	);
	const began = Date.now();
	await limit(user.id, ["desk"]);
	for (const api of apis) expect((await call("/api/applications", { headers }, api)).status).toBe(403);
	for (const stream of streams) {
		for (let next = await stream?.read(); next && !next.done; next = await stream?.read())
			expect(next.value.event).not.toBe("presence");
	}
	expect(Date.now() - began).toBeLessThan(1000);
	await database.close();
});

test("of two who take each other's access at once, one keeps it", async () => {
	for (let round = 0; round < 3; round++) {
		const [one, other] = [await limited(null), await limited(null)];
		const outcomes = await Promise.allSettled([
			updateAreas(app.deps, one.user.id, other.user.id, ["desk"]),
			round % 2
				? updateRole(app.deps, other.user.id, one.user.id, "user")
				: updateAreas(app.deps, other.user.id, one.user.id, ["desk"]),
		]);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
	}
});

test("areas stay through a demotion", async () => {
	const { user } = await limited(["money"]);
	const role = (role: string) =>
		call(`/api/users/${user.id}/role`, { method: "PATCH", body: { role }, headers: owner.headers });
	expect((await role("user")).body).toMatchObject({ role: "user", areas: ["money"] });
	expect((await role("admin")).body).toMatchObject({ role: "admin", areas: ["money"] });
});

test("an invited admin has the limit that the invitation says", async () => {
	const body = { email: "limited@example.com", role: "admin", areas: ["money"] };
	expect((await call("/api/invitations", { method: "POST", body, headers: owner.headers })).body).toMatchObject({
		areas: ["money"],
	});
	const mail = (await app.mails()).find(({ to }) => to === body.email);
	const token = new URLSearchParams(new URL(mail?.link ?? "").hash.slice(1)).get("invitation");
	const acceptance = { token, full_name: "Lim Ited", password: "gondola twelve birch" };
	expect((await call("/api/invitations/accept", { method: "POST", body: acceptance, headers: {} })).status).toBe(200);
	const [profile] = await app.deps.db.select().from(profilesTable).where(eq(profilesTable.email, body.email));
	expect(profile).toMatchObject({ role: "admin", areas: ["money"] });
});

test("the command on the server lifts a limit when it appoints, and not from someone who is an admin", async () => {
	const { user } = await limited(["desk"]);
	const areas = async () =>
		(await app.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, user.id)))[0]?.areas;
	await appointAdmin(app.deps, user.email);
	expect(await areas()).toEqual(["desk"]);
	app.deps.settings.admin = { email: user.email, password: "gondola twelve birch" };
	await ensureConfiguredAdmin(app.deps);
	expect(await areas()).toEqual(["desk"]);
	await updateRole(app.deps, owner.user.id, user.id, "user");
	await ensureConfiguredAdmin(app.deps);
	app.deps.settings.admin = undefined;
	expect(await areas()).toBeNull();
});
