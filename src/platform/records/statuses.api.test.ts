import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertPost } from "#tests/factories/posts.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

async function change(list: string, body: unknown) {
	const response = await app.api.request(`/api/${list}/statuses`, {
		method: "POST",
		headers: { ...admin.headers, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: await response.json() };
}

async function statusesOf(list: string, ids: string[]): Promise<string[]> {
	const path = list === "invoices" ? "/functions/v1/manage-invoices" : `/api/${list}`;
	const { rows, invoices } = await (await app.api.request(path, { headers: admin.headers })).json();
	return ids.map((id) => (rows ?? invoices).find((row: { id: string }) => row.id === id)?.status);
}

const lists = [
	{ list: "bookings", insert: () => insertBooking(app.deps.db), from: "new", to: "resolved", third: "in_progress" },
	{ list: "contacts", insert: () => insertContact(app.deps.db), from: "new", to: "closed", third: "resolved" },
	{
		list: "applications",
		insert: () => insertApplication(app.deps.db),
		from: "pending",
		to: "rejected",
		third: "interviewed",
	},
	{ list: "posts", insert: () => insertPost(app.deps), from: "draft", to: "archived", third: "published" },
	{ list: "invoices", insert: () => insertInvoice(app.deps.db, testTime), from: "draft", to: "paid", third: "overdue" },
];

test.each(lists)(
	"$list: many rows change their status in one request, and back",
	async ({ list, insert, from, to }) => {
		const ids = [(await insert()).id, (await insert()).id, (await insert()).id];
		const changed = await change(list, { changes: [{ ids, status: to }] });
		expect(changed).toMatchObject({ status: 200, body: { changed: ids.map(() => ({ status: to })) } });
		expect(await statusesOf(list, ids)).toEqual([to, to, to]);
		await change(list, { changes: [{ ids, status: from }], undo_of: to });
		expect(await statusesOf(list, ids)).toEqual([from, from, from]);
	},
);

test.each(lists)(
	"$list: an undo leaves alone what somebody else has changed since",
	async ({ list, insert, from, to, third }) => {
		const ids = [(await insert()).id, (await insert()).id];
		await change(list, { changes: [{ ids, status: to }] });
		await change(list, { changes: [{ ids: ids.slice(0, 1), status: third }] });
		const { body } = await change(list, { changes: [{ ids, status: from }], undo_of: to });
		expect(body.changed.map((row: { id: string }) => row.id)).toEqual(ids.slice(1));
		expect(await statusesOf(list, ids)).toEqual([third, from]);
	},
);

test.each(lists)(
	"$list: rows that have the status already, or do not exist, are not changed",
	async ({ list, insert, from, to }) => {
		const { id } = await insert();
		const { body } = await change(list, { changes: [{ ids: [id, randomUUID()], status: from }] });
		expect(body).toEqual({ changed: [] });
		expect((await change(list, { changes: [{ ids: [id], status: to }] })).body.changed).toHaveLength(1);
	},
);

test.each(lists)("$list: refuses a status that is none, no rows, and what is no id", async ({ list, to }) => {
	for (const body of [
		{},
		{ changes: [] },
		{ changes: [{ ids: [], status: to }] },
		{ changes: [{ ids: [randomUUID()], status: "done" }] },
		{ changes: [{ ids: ["1"], status: to }] },
	]) {
		expect((await change(list, body)).status, JSON.stringify(body)).toBe(422);
	}
});

test("each row of a selection gets its own former status back", async () => {
	const first = await insertBooking(app.deps.db, { status: "new" });
	const second = await insertBooking(app.deps.db, { status: "in_progress" });
	const ids = [first.id, second.id];
	await change("bookings", { changes: [{ ids, status: "closed" }] });
	await change("bookings", {
		changes: [
			{ ids: [first.id], status: "new" },
			{ ids: [second.id], status: "in_progress" },
		],
		undo_of: "closed",
	});
	expect(await statusesOf("bookings", ids)).toEqual(["new", "in_progress"]);
});

test("publishing many posts dates them now; the undo of a withdrawal puts their dates back", async () => {
	const { id } = await insertPost(app.deps);
	await change("posts", { changes: [{ ids: [id], status: "published" }] });
	const date = testTime.toISOString();
	const withdrawn = await change("posts", { changes: [{ ids: [id], status: "draft" }] });
	expect(withdrawn.body.changed).toMatchObject([{ id, published_at: null }]);
	app.setTime(new Date(testTime.getTime() + 60_000));
	const undone = await change("posts", {
		changes: [{ ids: [id], status: "published", published_at: date }],
		undo_of: "draft",
	});
	expect(undone.body.changed).toMatchObject([{ status: "published", published_at: date }]);
	app.setTime(testTime);
});

test("changes 10,000 rows in one request", async () => {
	const { rows } = await app.deps.database.query(
		"insert into bookings (name, email) select 'Row ' || n, 'row' || n || '@example.com' from generate_series(1, $1::int) n returning id",
		[10_000],
	);
	const ids = rows.map((row) => String(row.id));
	const { body } = await change("bookings", { changes: [{ ids, status: "closed" }] });
	expect(body.changed).toHaveLength(10_000);
	const undone = await change("bookings", { changes: [{ ids, status: "new" }], undo_of: "closed" });
	expect(undone.body.changed).toHaveLength(10_000);
});
