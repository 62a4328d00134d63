import { expect, test } from "vitest";
import { cannedRepliesTable } from "#features/threads/threads.table.ts";
import { type Body, startReplyDesk } from "#tests/reply-desk.ts";

const desk = startReplyDesk();
const { app, call, newContact, open } = desk;

test("canned replies belong to all, in the order of their titles", async () => {
	const add = (body: Body) => call<Body & { fields: Body }>("POST", "/api/canned-replies", body);
	const later = await add({ title: "Zebra", text: "Dear {first_name}, {not a field}" });
	expect(later.status).toBe(201);
	await add({ title: "apple", text: "Hi" });
	expect((await add({ title: "x", text: "Dear {nickname}" })).body.fields).toEqual({
		text: "There is no field {nickname}.",
	});
	expect((await add({ title: "x".repeat(101), text: "Hi" })).status).toBe(422);
	expect((await add({ title: "x", text: "Hi", record_table: "users" })).status).toBe(422);
	const { body } = await call<{ rows: Body[] }>("GET", "/api/canned-replies", undefined, desk.grace);
	expect(body.rows).toMatchObject([
		{ title: "apple", record_table: null },
		{ title: "Zebra", record_table: null },
	]);
	const path = `/api/canned-replies/${later.body.id}`;
	const changed = { title: "Zoo", text: "Ho", record_table: "bookings" };
	expect((await call("PUT", path, changed, desk.grace)).body).toMatchObject({
		title: "Zoo",
		record_table: "bookings",
	});
	expect((await call("DELETE", path)).status).toBe(204);
	expect((await call("DELETE", path)).status).toBe(404);
	const log = JSON.stringify((await call("GET", "/api/activity?table=canned_replies")).body);
	expect(log).toContain("Zoo");
	expect(log).not.toContain("Dear");
});

test("there are at most 200 canned replies, of at most 10,000 characters", async () => {
	const add = (text: string) => call<{ fields: Body }>("POST", "/api/canned-replies", { title: "One more", text });
	expect((await add("x".repeat(10_001))).body.fields).toEqual({
		text: "Please keep this to 10,000 characters or fewer.",
	});
	const { db } = app.deps;
	const missing = 200 - (await db.$count(cannedRepliesTable));
	const rows = Array.from({ length: missing }, (_, n) => ({ title: `Reply ${n}`, text: "Hi" }));
	await db.insert(cannedRepliesTable).values(rows);
	const refused = await add("Hi");
	expect([refused.status, refused.body.fields]).toEqual([
		422,
		{ title: "You already have 200 canned replies. Please delete one first." },
	]);
});

test("a signature is inserted for whoever has one", async () => {
	const contact = await newContact();
	expect((await call("PUT", "/api/signature", { text: "Yours, Ada" })).body).toEqual({ text: "Yours, Ada" });
	expect((await open(contact.id)).signature).toBe("Yours, Ada");
	expect((await open(contact.id, undefined, desk.grace)).signature).toContain("Best regards");
	expect((await call("PUT", "/api/signature", { text: "x".repeat(1001) })).status).toBe(422);
	expect((await call("PUT", "/api/signature", { text: null })).body).toEqual({ text: null });
});
