import { randomUUID } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { beforeAll, expect, test } from "vitest";
import { sentHeader, sessionHeader } from "#lib/editing-session.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildJob } from "#tests/factories/jobs.ts";
import { buildPost } from "#tests/factories/posts.ts";
import { deleteOldEditingSessions } from "./editing-sessions.server.ts";
import { editingSessionsTable } from "./editing-sessions.table.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

async function send(method: string, path: string, body: object, session?: string, sent?: string) {
	const response = await app.api.request(path, {
		method,
		headers: {
			...admin.headers,
			"content-type": "application/json",
			...(session && { [sessionHeader]: session }),
			...(sent && { [sentHeader]: sent }),
		},
		body: JSON.stringify(body),
	});
	const answer = await response.json();
	return { status: response.status, body: answer.invoice ?? answer };
}

const invoicesPath = "/functions/v1/manage-invoices";
const editors = [
	{
		name: "post",
		list: "/api/posts",
		one: (id: string) => `/api/posts/${id}`,
		update: "PUT",
		input: (title: string) => buildPost({ title }),
		titled: "title",
	},
	{
		name: "job",
		list: "/api/jobs",
		one: (id: string) => `/api/jobs/${id}`,
		update: "PATCH",
		input: (title: string) => buildJob({ title }),
		titled: "title",
	},
	{
		name: "invoice",
		list: invoicesPath,
		one: (id: string) => `${invoicesPath}?id=${id}`,
		update: "PUT",
		input: (client_name: string) => buildInvoice({ client_name }),
		titled: "client_name",
	},
];

test.each(editors)(
	"$name: a session that sends again what it has created changes that, and another session creates its own",
	async ({ list, input, titled }) => {
		const session = randomUUID();
		const first = await send("POST", list, input("First"), session);
		expect(first.status).toBe(201);
		const again = await send("POST", list, input("First, and more"), session);
		expect(again).toMatchObject({ status: 201, body: { id: first.body.id, [titled]: "First, and more" } });
		const other = await send("POST", list, input("First, and more"), randomUUID());
		expect(other.body.id).not.toBe(first.body.id);
	},
);

test.each(editors)(
	"$name: a save that was held up on its way doesn't replace what was sent after it",
	async (editor) => {
		const { list, one, update, input, titled } = editor;
		const session = randomUUID();
		const at = (second: number) => `2026-11-27T14:00:0${second}.000Z`;
		const first = (await send("POST", list, input("First"), session, at(1))).body;
		const later = { ...input("Later"), version: first.version };
		expect((await send(update, one(first.id), later, session, at(3))).status).toBe(200);
		const held = { ...input("Held up"), version: first.version };
		expect(await send(update, one(first.id), held, session, at(2))).toMatchObject({
			status: 409,
			body: { code: "overtaken" },
		});
		expect((await send("POST", list, input("Held up"), session, at(2))).status).toBe(409);
		const last = { ...later, [titled]: "Last" };
		// Browsers repeat by themselves what they could send over a connection that has just ended.
		for (const _ of ["once", "again"])
			expect((await send(update, one(first.id), last, session, at(4))).status).toBe(200);
		expect((await send(update, one(first.id), later, session, "yesterday")).status).toBe(400);
	},
);

test("an autosave that was held up on its way replaces no later one, and comes after no save", async () => {
	const { id, version } = (await send("POST", "/api/posts", buildPost())).body;
	const session = randomUUID();
	const at = (second: number) => `2026-11-27T14:00:0${second}.000Z`;
	const autosave = (title: string, second: number) =>
		app.api.request(`/api/posts/${id}/revisions/${session}`, {
			method: "PUT",
			headers: { ...admin.headers, "content-type": "application/json", [sentHeader]: at(second) },
			body: JSON.stringify(buildPost({ title })),
		});
	const autosaved = async () => {
		const response = await app.api.request(`/api/posts/${id}/revisions`, { headers: admin.headers });
		const revisions: { autosave: boolean; title: string }[] = await response.json();
		return revisions.filter((each) => each.autosave).map(({ title }) => title);
	};
	expect((await autosave("Two", 2)).status).toBe(204);
	expect((await autosave("One", 1)).status).toBe(409);
	expect(await autosaved()).toEqual(["Two"]);
	// Nor does a save that its author has given up take away what they autosaved since.
	const save = (title: string, second: number) =>
		send("PUT", `/api/posts/${id}`, { ...buildPost({ title }), version }, session, at(second));
	expect((await save("One", 1)).status).toBe(409);
	expect(await autosaved()).toEqual(["Two"]);
	expect((await save("Three", 4)).status).toBe(200);
	expect((await autosave("Held up", 3)).status).toBe(409);
	expect(await autosaved()).toEqual([]);
});

test("tells which post a session has saved, as long as it is there", async () => {
	const savedIn = async (session: string) => {
		const response = await app.api.request(`/api/posts/sessions/${session}`, { headers: admin.headers });
		return (await response.json()).saved;
	};
	const session = randomUUID();
	expect(await savedIn(session)).toBeNull();
	const { id, version } = (await send("POST", "/api/posts", buildPost(), session)).body;
	expect(await savedIn(session)).toMatchObject({ id, version, status: "draft" });
	await app.api.request(`/api/posts/${id}`, { method: "DELETE", headers: admin.headers });
	expect(await savedIn(session)).toBeNull();
	const ofJob = randomUUID();
	await send("POST", "/api/jobs", buildJob(), ofJob);
	expect(await savedIn(ofJob)).toBeNull();
});

test.each(editors)("$name: what a session sends twice at once is created once", async ({ list, input }) => {
	const session = randomUUID();
	const [one, two] = await Promise.all([1, 2].map(() => send("POST", list, input("Twice"), session)));
	expect(one?.status).toBe(201);
	expect(two?.body.id).toBe(one?.body.id);
});

test.each(editors)(
	"$name: a session saves over its own last save, and over no one else's",
	async ({ list, one, update, input, titled }) => {
		const session = randomUUID();
		const { body: created } = await send("POST", list, input("Mine"), session);
		const { id, version } = created;
		// Of this one the editor never hears.
		await send(update, one(id), { ...input("Mine, changed"), version }, session);
		const again = await send(update, one(id), { ...input("Mine, changed again"), version }, session);
		expect(again).toMatchObject({ status: 200, body: { [titled]: "Mine, changed again" } });
		expect((await send(update, one(id), { ...input("Another's"), version }, randomUUID())).status).toBe(409);
		await send(update, one(id), input("Another's"), randomUUID());
		expect((await send(update, one(id), { ...input("Mine"), version }, session)).status).toBe(409);
		expect((await send("POST", list, input("Mine"), session)).status).toBe(409);
	},
);

test.each(editors)("$name: what is deleted is created anew by the session that has it still", async (editor) => {
	const { name, list, one, input } = editor;
	const session = randomUUID();
	const { body: created } = await send("POST", list, input("Gone"), session);
	const path = name === "invoice" ? one(created.id) : `${list}/${created.id}`;
	await app.api.request(path, { method: "DELETE", headers: admin.headers });
	const again = await send("POST", list, input("Gone"), session);
	expect(again.status).toBe(201);
	expect(again.body.id).not.toBe(created.id);
});

test("refuses a session that is no UUID", async () => {
	expect(await send("POST", "/api/jobs", buildJob(), "x'--")).toMatchObject({ status: 400 });
});

test("a refused save leaves no session, and one ends a month after its last save", async () => {
	const { db, clock } = app.deps;
	await db.delete(editingSessionsTable);
	expect((await send("POST", "/api/jobs", buildJob({ title: "" }), randomUUID())).status).toBe(422);
	expect(await db.$count(editingSessionsTable)).toBe(0);
	const now = clock();
	await db.insert(editingSessionsTable).values([
		{ id: randomUUID(), saved_at: addDays(now, -31) },
		{ id: randomUUID(), saved_at: addDays(now, -29) },
	]);
	await deleteOldEditingSessions(app.deps);
	expect(await db.$count(editingSessionsTable)).toBe(1);
});
