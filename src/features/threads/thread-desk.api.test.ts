import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { PresentedThread } from "#features/threads/threads.server.ts";
import { threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { selectRows } from "#platform/database/database.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertThread } from "#tests/factories/threads.ts";
import { type Body, pathOf, startReplyDesk } from "#tests/reply-desk.ts";
import { openPresence } from "./presence.server.ts";

const desk = startReplyDesk();
const { app, attach, call, newContact, open, reply, saveDraft, undo } = desk;

test("a conversation can be read before there is a thread, and reading makes none", async () => {
	const contact = await newContact({
		name: "Ada B",
		email: "Client@Example.com",
		subject: "Opening",
		message: "Hello?",
	});
	const { thread, messages, draft, fields, signature } = await open(contact.id);
	expect(thread).toMatchObject({
		id: null,
		record_table: "contact_inquiries",
		record_id: contact.id,
		can_reply: true,
		obstacle: null,
		answers_to: "hello@pilcrow.example",
		assignee: null,
		unread: false,
		message_count: 0,
		participants: [{ address: "Client@Example.com", name: "Ada B", belongs: true }],
	});
	expect(messages).toMatchObject([
		{
			id: contact.id,
			kind: "form",
			text: "Hello?",
			from: { name: "Ada B", address: "Client@Example.com" },
			delivery: null,
		},
	]);
	expect(draft).toBeNull();
	expect(fields).toMatchObject({
		name: "Ada B",
		first_name: "Ada",
		service: "your inquiry",
		subject: "Opening",
		date: null,
	});
	expect(signature).toBe("Best regards,\nThe Pilcrow Communications Team");
	expect(await app.deps.db.$count(threadsTable, eq(threadsTable.record_id, contact.id))).toBe(0);
	const application = await insertApplication(app.deps.db, { job_id: "general-application" });
	expect((await open(application.id, "job_applications")).fields.service).toBe("General Application");
});

test("other tables and unknown records are not found", async () => {
	expect((await call("GET", pathOf(randomUUID()))).status).toBe(404);
	expect((await call("GET", pathOf(randomUUID(), "invoices"))).status).toBe(404);
	expect((await call("GET", pathOf("x"))).status).toBe(404);
});

test("two who assign at once are told; a lost role unassigns, and so does a deactivated account", async () => {
	const contact = await newContact();
	const assign = (body: Body, who?: typeof desk.ada) =>
		call<PresentedThread & { current: PresentedThread; fields: Body }>("PATCH", pathOf(contact.id), body, who);
	expect((await assign({ assignee_id: desk.ada.user.id, expected_assignee: null })).body.assignee?.name).toBe(
		"Ada Byron",
	);
	const late = await assign({ assignee_id: desk.grace.user.id, expected_assignee: null }, desk.grace);
	expect([late.status, late.body.current.assignee?.id]).toEqual([409, desk.ada.user.id]);
	const user = await signInAs(app.deps, { role: "user" });
	expect((await assign({ assignee_id: user.user.id })).body.fields).toEqual({
		assignee_id: "Please choose a member of staff.",
	});
	const { body } = await call<{ rows: { name: string }[] }>("GET", "/api/threads/members");
	const names = body.rows.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(["Ada Byron", "Grace Hopper"]));
	expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
	await call("PATCH", `/api/users/${desk.ada.user.id}/role`, { role: "user" }, desk.grace);
	expect((await open(contact.id, undefined, desk.grace)).thread.assignee).toBeNull();
	const left = await signInAs(app.deps, { role: "admin" });
	expect((await assign({ assignee_id: left.user.id }, desk.grace)).body.assignee?.id).toBe(left.user.id);
	await call("PATCH", `/api/users/${left.user.id}/active`, { active: false }, desk.grace);
	expect((await open(contact.id, undefined, desk.grace)).thread.assignee).toBeNull();
	expect((await assign({ assignee_id: left.user.id }, desk.grace)).body.fields).toEqual({
		assignee_id: "Please choose a member of staff.",
	});
});

describe("many records are assigned in one request", () => {
	type Answer = { changed: { id: string; former_assignee_id: string | null }[]; fields: Body };
	const assignMany = (body: Body, who?: typeof desk.ada) =>
		call<Answer>("POST", "/api/threads/contact_inquiries/assignees", body, who);
	const assigneesOf = (ids: string[]) =>
		Promise.all(ids.map(async (id) => (await open(id)).thread.assignee?.name ?? null));
	const newContacts = async () => [(await newContact()).id, (await newContact()).id, (await newContact()).id] as const;

	test("each is told with its former assignee, by which one undo restores them all", async () => {
		const [first, second, third] = await newContacts();
		await call("PATCH", pathOf(first), { assignee_id: desk.grace.user.id });
		await call("PATCH", pathOf(third), { assignee_id: desk.ada.user.id });
		const ids = [first, second, third];
		const { body } = await assignMany({ changes: [{ ids: [...ids, randomUUID()], assignee_id: desk.ada.user.id }] });
		expect(new Set(body.changed)).toEqual(
			new Set([
				{ id: first, former_assignee_id: desk.grace.user.id },
				{ id: second, former_assignee_id: null },
			]),
		);
		expect(await assigneesOf(ids)).toEqual(["Ada Byron", "Ada Byron", "Ada Byron"]);
		const changes = body.changed.map(({ id, former_assignee_id }) => ({ ids: [id], assignee_id: former_assignee_id }));
		const undone = await assignMany({ changes, undo_of: desk.ada.user.id });
		expect(undone.body.changed).toHaveLength(2);
		expect(await assigneesOf(ids)).toEqual(["Grace Hopper", null, "Ada Byron"]);
	});

	test("the undo leaves alone what someone else has assigned since", async () => {
		const ids = [...(await newContacts())];
		await assignMany({ changes: [{ ids, assignee_id: desk.ada.user.id }] });
		await call("PATCH", pathOf(ids[0] ?? ""), { assignee_id: desk.grace.user.id }, desk.grace);
		const { body } = await assignMany({ changes: [{ ids, assignee_id: null }], undo_of: desk.ada.user.id });
		expect(body.changed.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
		expect(await assigneesOf(ids)).toEqual(["Grace Hopper", null, null]);
	});

	test("the undo leaves alone what a former member had", async () => {
		const [first, second] = await newContacts();
		const left = await signInAs(app.deps, { role: "admin" });
		await call("PATCH", pathOf(first), { assignee_id: left.user.id });
		await assignMany({ changes: [{ ids: [first, second], assignee_id: desk.ada.user.id }] });
		await call("PATCH", `/api/users/${left.user.id}/active`, { active: false });
		const changes = [
			{ ids: [first], assignee_id: left.user.id },
			{ ids: [second], assignee_id: null },
		];
		const { body } = await assignMany({ changes, undo_of: desk.ada.user.id });
		expect(body.changed.map(({ id }) => id)).toEqual([second]);
		expect(await assigneesOf([first, second])).toEqual(["Ada Byron", null]);
	});

	test("the log tells of each", async () => {
		const ids = [...(await newContacts())];
		await assignMany({ changes: [{ ids, assignee_id: desk.grace.user.id }] });
		for (const id of ids) {
			const { body } = await call<{ rows: Body[] }>("GET", `/api/activity?record=${id}`);
			expect(body.rows[0]).toMatchObject({
				action: "assign",
				actor_name: "Ada Byron",
				changes: { assignee: { new: "Grace Hopper" } },
			});
		}
	});

	test("a member who has left, was none, or is unknown is refused, and nothing is assigned", async () => {
		const ids = [...(await newContacts())];
		const left = await signInAs(app.deps, { role: "admin" });
		await call("PATCH", `/api/users/${left.user.id}/active`, { active: false });
		const user = await signInAs(app.deps, { role: "user" });
		for (const assignee_id of [left.user.id, user.user.id, randomUUID()]) {
			const refused = await assignMany({
				changes: [
					{ ids: ids.slice(1), assignee_id: desk.ada.user.id },
					{ ids: ids.slice(0, 1), assignee_id },
				],
			});
			expect(refused.status).toBe(422);
			expect(refused.body.fields).toEqual({ assignee_id: "Please choose a member of staff." });
		}
		expect(await assigneesOf(ids)).toEqual([null, null, null]);
		expect((await assignMany({ changes: [] })).status).toBe(422);
		expect((await assignMany({ changes: [{ ids: ["1"], assignee_id: null }] })).status).toBe(422);
	});

	test("only admins may, and only where there are conversations", async () => {
		const { id } = await newContact();
		const body = { changes: [{ ids: [id], assignee_id: desk.ada.user.id }] };
		const user = await signInAs(app.deps, { role: "user" });
		expect((await assignMany(body, user)).status).toBe(403);
		const path = "/api/threads/contact_inquiries/assignees";
		expect((await app.api.request(path, { method: "POST", body: JSON.stringify(body) })).status).toBe(401);
		expect((await call("POST", "/api/threads/invoices/assignees", body)).status).toBe(404);
		expect(await assigneesOf([id])).toEqual([null]);
	});

	test("no one is given to a record without a thread: none is made", async () => {
		const { id } = await newContact();
		expect((await assignMany({ changes: [{ ids: [id], assignee_id: null }] })).body.changed).toEqual([]);
		expect(await app.deps.db.$count(threadsTable, eq(threadsTable.record_id, id))).toBe(0);
	});

	test("10,000 records are assigned in one request", async () => {
		const { rows } = await app.deps.database.query(
			"insert into contact_inquiries (name, email, message) select 'Row ' || n, 'row' || n || '@example.com', 'Hi' from generate_series(1, 10000) n returning id",
		);
		const ids = rows.map((row) => String(row.id));
		expect((await assignMany({ changes: [{ ids, assignee_id: desk.ada.user.id }] })).body.changed).toHaveLength(10_000);
	});
});

test("a received message is unread until somebody opens it", async () => {
	const contact = await newContact();
	const thread = await insertThread(app.deps.db, contact.id);
	await app.deps.db.update(threadsTable).set({ received_at: new Date() }).where(eq(threadsTable.id, thread.id));
	expect((await open(contact.id)).thread.unread).toBe(true);
	expect((await call("POST", `${pathOf(contact.id)}/seen`)).status).toBe(204);
	expect((await open(contact.id, undefined, desk.grace)).thread.unread).toBe(false);
});

test("search finds beginnings of words in texts, subjects, and file names, without case", async () => {
	const contact = await newContact();
	await attach(contact.id, "Kostenvoranschlag-2026.pdf", "%PDF-1.7").then(({ body }) =>
		reply(contact.id, { text: "Der Termin ist in München, siehe Zebrastreifen.", attachment_ids: [body.id] }),
	);
	const find = async (q: string, table = "contact_inquiries") =>
		(await call<{ rows: Body[] }>("GET", `/api/threads/search?q=${encodeURIComponent(q)}&table=${table}`)).body.rows;
	expect(await find("zebra")).toMatchObject([
		{ record_table: "contact_inquiries", record_id: contact.id, snippet: expect.stringContaining("Zebrastreifen") },
	]);
	expect(await find("ZEBRASTREIFEN münch")).toHaveLength(1);
	expect(await find("kostenvor")).toHaveLength(1);
	expect(await find("kostenvoranschlag-2026.pdf")).toHaveLength(1);
	expect(await find("streifen")).toEqual([]);
	expect(await find("zebra", "bookings")).toEqual([]);
	expect(await find("'\\:*&|!()<->")).toEqual([]);
	expect((await call("GET", "/api/threads/search?q=ab")).status).toBe(422);
});

test("search shows the 50 newest of what many have said, and what one has said however long ago", async () => {
	const contact = await newContact();
	const thread = await insertThread(app.deps.db, contact.id);
	await app.deps.database.query(`insert into thread_messages (thread_id, kind, at, text)
		select '${thread.id}', 'received', now() - n * interval '1 minute', 'Kaleidoscope ' || case n when 1200 then 'heliotrope' else '' end
		from generate_series(1, 1200) n`);
	const find = async (q: string, table = "") =>
		(await call<{ rows: { at: string; snippet: string }[] }>("GET", `/api/threads/search?q=${q}${table}`)).body.rows;
	const common = (await find("kaleido")).map(({ at }) => at);
	expect(common).toHaveLength(50);
	expect(common).toEqual(common.toSorted().reverse());
	expect(Date.now() - Date.parse(common.at(-1) ?? "")).toBeLessThan(52 * 60_000);
	expect((await find("heliotr")).map(({ snippet }) => snippet)).toEqual(["Kaleidoscope heliotrope"]);
	expect(await find("heliotr", "&table=contact_inquiries")).toHaveLength(1);
	expect(await find("kaleido", "&table=bookings")).toEqual([]);
});

test("the log tells of replies and assignments, and not a word of them", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id, { text: "Gondola", subject: "Twelve" });
	await undo(sent.body.id);
	await call("PATCH", pathOf(contact.id), { assignee_id: desk.grace.user.id });
	const { body } = await call<{ rows: { action: string; actor_name: string }[] }>(
		"GET",
		`/api/activity?record=${contact.id}`,
	);
	expect(body.rows.map(({ action }) => action)).toEqual(["assign", "undo_reply", "reply", "insert"]);
	expect(JSON.stringify(body)).not.toMatch(/Gondola|Twelve|client@/);
});

test("threads are listed as every list is, by kind and by change", async () => {
	const contact = await newContact();
	await reply(contact.id);
	const { body } = await call<{ rows: PresentedThread[]; next: string | null }>(
		"GET",
		"/api/threads?table=contact_inquiries&limit=1",
	);
	expect(body.rows).toMatchObject([{ record_id: contact.id, message_count: 1 }]);
	expect(body.next).not.toBeNull();
	const since = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
	expect((await call<{ rows: unknown[] }>("GET", `/api/threads?updated_since=${since}`)).body.rows).toEqual([]);
});

test("a thread goes with its record, whoever deletes it", async () => {
	const contact = await newContact();
	const sent = await reply(contact.id);
	await app.deps.db.delete(contactsTable).where(eq(contactsTable.id, contact.id));
	expect(await app.deps.db.$count(threadMessagesTable, eq(threadMessagesTable.id, sent.body.id))).toBe(0);
});

test("whoever looks or writes is seen by the others, and forgotten after 15 seconds of silence or when gone", async () => {
	const contact = await newContact();
	const say = (state: string) => call("POST", `${pathOf(contact.id)}/presence`, { state }, desk.grace);
	const others = async () => (await open(contact.id)).presence;
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		expect((await say("typing")).status).toBe(204);
		const grace = { id: desk.grace.user.id, name: "Grace Hopper" };
		await expect.poll(others).toEqual([{ ...grace, state: "typing" }]);
		expect((await open(contact.id, undefined, desk.grace)).presence).toEqual([]);
		vi.advanceTimersByTime(14_000);
		await say("viewing");
		await expect.poll(others).toEqual([{ ...grace, state: "viewing" }]);
		vi.advanceTimersByTime(14_000);
		expect(await others()).toHaveLength(1);
		vi.advanceTimersByTime(1_001);
		expect(await others()).toEqual([]);
		await say("viewing");
		await expect.poll(others).toHaveLength(1);
		await say("gone");
		await expect.poll(others).toEqual([]);
	} finally {
		vi.useRealTimers();
	}
});

test("open screens hear who comes, begins to write, and goes, each once", async () => {
	const contact = await newContact();
	const heard: string[][] = [];
	const stop = openPresence(app.deps).subscribe(({ record_id, people }) => {
		if (record_id === contact.id) heard.push(people.map(({ name, state }) => `${name} ${state}`));
	});
	for (const state of ["viewing", "viewing", "typing", "gone"]) {
		await call("POST", `${pathOf(contact.id)}/presence`, { state }, desk.grace);
	}
	await expect.poll(() => heard).toEqual([["Grace Hopper viewing"], ["Grace Hopper typing"], []]);
	stop();
});

test("who looks or writes is told, and stored in no table", async () => {
	const contact = await newContact();
	await open(contact.id, undefined, desk.grace);
	const rows = () =>
		selectRows(
			app.deps.db,
			sql`select table_name, query_to_xml(format('select count(*) from public.%I', table_name), true, true, '')::text
			from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
		);
	const before = await rows();
	await call("POST", `${pathOf(contact.id)}/presence`, { state: "typing" }, desk.grace);
	await expect.poll(async () => (await open(contact.id)).presence).toHaveLength(1);
	expect(before.length).toBeGreaterThan(20);
	expect(await rows()).toEqual(before);
});

test("an export holds what was written to somebody, and an erasure leaves nothing of it", async () => {
	const email = "umbrella@violet.example";
	const contact = await newContact({ email });
	const file = await attach(contact.id, "offer.txt", "a violet offer");
	const sent = await reply(contact.id, { text: "a violet reply", attachment_ids: [file.body.id] });
	await saveDraft(contact.id, { version: 0, text: "a violet draft" }, desk.grace);
	const other = await newContact();
	const copied = await reply(other.id, { cc: [email, "kept@example.com"] });
	await saveDraft(other.id, { version: 0, to: email, cc: [email, "kept@example.com"] });
	const exported = await call<string>("POST", "/api/privacy/export", { email });
	for (const part of ["a violet reply", '"delivery"', "attachments/", "a violet offer"]) {
		expect(exported.body).toContain(part);
	}
	const erased = await call("POST", "/api/privacy/erase", { email, confirmation: email });
	expect(erased.body).toMatchObject({ messages: 1, attachments: 1 });
	const { rows } =
		await app.deps.database.query(`select (select count(*)::int from threads where record_id = '${contact.id}') as threads,
		(select count(*)::int from thread_messages where text ilike '%violet%') as messages,
		(select count(*)::int from thread_drafts where text ilike '%violet%') as drafts,
		(select count(*)::int from mails where id = '${sent.body.delivery?.mail_id}') as mails`);
	expect(rows).toEqual([{ threads: 0, messages: 0, drafts: 0, mails: 0 }]);
	for await (const { name } of app.deps.storage.list("mail-attachments")) {
		const stored = await app.deps.storage.get("mail-attachments", name);
		expect(await new Response(stored?.body).text()).not.toContain("violet");
	}
	expect((await undo(sent.body.id)).status).toBe(404);
	const { messages, draft } = await open(other.id);
	expect(messages.at(-1)?.cc).toEqual(["kept@example.com"]);
	expect(draft).toMatchObject({ to: null, cc: ["kept@example.com"] });
	const [mail] = await app.deps.db
		.select()
		.from(mailsTable)
		.where(eq(mailsTable.id, copied.body.delivery?.mail_id ?? ""));
	expect(mail).toMatchObject({ kind: "reply", content: null });
});
