import { beforeAll, expect, test } from "vitest";
import { markOverdue } from "#features/invoices/delivery/invoice-schedule.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import { insertUser, type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildApplicationForm, insertApplication } from "#tests/factories/applications.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { buildContact, insertContact } from "#tests/factories/contacts.ts";
import { buildInvoice, insertInvoice } from "#tests/factories/invoices.ts";
import { buildJob, insertJob } from "#tests/factories/jobs.ts";
import { buildPost, insertPost } from "#tests/factories/posts.ts";
import { deleteOldSignIns, eraseActor, eraseFromActivity, type PresentedActivity } from "./activity.server.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin", full_name: "Ruth Kessler", email: "ruth@staff.example" });
});

async function send(method: string, path: string, body?: unknown) {
	const response = await app.api.request(path, {
		method,
		headers: { ...admin.headers, ...(body !== undefined && { "content-type": "application/json" }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
	return response.status === 204 ? undefined : response.json();
}

async function activity(query = ""): Promise<PresentedActivity[]> {
	return (await send("GET", `/api/activity?limit=100${query}`)).rows;
}

/** What is logged of a record, oldest first. */
const logOf = async (id: string) => (await activity(`&record=${id}`)).toReversed();

const byRuth = {
	actor_kind: "staff",
	actor_name: "Ruth Kessler",
	actor_email: "ruth@staff.example",
};

test("a status and notes that staff change are logged with who, when, and the values before and after", async () => {
	const { id } = await insertBooking(app.deps.db, { name: "Dana Whitfield", notes: "Called" });
	await send("PATCH", `/api/bookings/${id}`, { status: "resolved", notes: "Called twice" });
	expect(await logOf(id)).toMatchObject([
		{ actor_kind: "system", action: "insert", record_label: "Dana Whitfield", changes: {} },
		{
			...byRuth,
			actor_id: admin.user.id,
			at: expect.stringMatching(/Z$/),
			record_table: "bookings",
			action: "update",
			changes: { status: { old: "new", new: "resolved" }, notes: { old: "Called", new: "Called twice" } },
		},
	]);
});

test("a visitor's submission is logged as the visitor's", async () => {
	const booking = await withActor(app.deps.db, visitor, (tx) => insertBooking(tx));
	await insertJob(app.deps.db, { title: "Press Officer" });
	await app.api.request("/api/applications", { method: "POST", body: buildApplicationForm() });
	const [application] = await activity("&table=job_applications");
	expect(await logOf(booking.id)).toMatchObject([{ actor_kind: "visitor", actor_id: null, actor_name: null }]);
	expect(application).toMatchObject({ actor_kind: "visitor", action: "insert" });
});

test("every kind of write of staff is logged in their name", async () => {
	const { db } = app.deps;
	const booking = await send("POST", "/api/bookings", buildBooking());
	const contact = await send("POST", "/api/contacts", buildContact());
	await send("PATCH", `/api/contacts/${contact.id}`, { status: "closed" });
	await send("POST", "/api/contacts/statuses", { changes: [{ ids: [contact.id], status: "new" }] });
	const application = await insertApplication(db);
	await send("PATCH", `/api/applications/${application.id}`, { status: "reviewing" });
	await send("DELETE", `/api/applications/${application.id}`);
	const job = await send("POST", "/api/jobs", buildJob({ title: "Editor" }));
	await send("PATCH", `/api/jobs/${job.id}`, { is_active: false });
	await send("DELETE", `/api/jobs/${job.id}`);
	const post = await send("POST", "/api/posts", buildPost());
	await send("PATCH", `/api/posts/${post.id}`, buildPost({ title: "Other" }));
	await send("PATCH", `/api/posts/${post.id}/status`, { status: "published" });
	const [revision] = (await send("GET", `/api/posts/${post.id}/revisions`)).slice(-1);
	await send("POST", `/api/posts/${post.id}/revisions/${revision.id}/restore`, {});
	await send("DELETE", `/api/posts/${post.id}`);
	const { invoice } = await send("POST", "/functions/v1/manage-invoices", buildInvoice());
	await send("PUT", `/functions/v1/manage-invoices?id=${invoice.id}`, buildInvoice({ client_name: "Ana" }));
	await send("PATCH", `/api/invoices/${invoice.id}`, { status: "paid" });
	await send("POST", `/api/invoices/${invoice.id}/send?even_if=paid`);
	await send("DELETE", `/api/invoices/${invoice.id}/link`);
	await send("DELETE", `/functions/v1/manage-invoices?id=${invoice.id}`);
	const user = await insertUser(app.deps);
	await send("PATCH", `/api/users/${user.id}/role`, { role: "admin" });

	const mine = (await activity(`&actor=${admin.user.id}`)).map((row) => `${row.action} ${row.record_table}`);
	expect(
		Object.entries(Object.groupBy(mine, (entry) => entry))
			.map(([entry, all]) => `${all?.length} ${entry}`)
			.sort(),
	).toEqual(
		[
			"1 delete blog_posts",
			"1 delete invoices",
			"1 delete job_applications",
			"1 delete jobs",
			"1 insert blog_posts",
			"1 insert bookings",
			"1 insert contact_inquiries",
			"1 insert jobs",
			"1 update bookings",
			"1 update job_applications",
			"1 update jobs",
			"1 update profiles",
			"1 insert invoices",
			"2 update contact_inquiries",
			"3 update blog_posts",
			"4 update invoices",
		].sort(),
	);
	expect(await logOf(booking.id)).toMatchObject([byRuth]);
});

test("acts that change no record are also logged with their actor: preview links, emails sent again, erasures", async () => {
	const { db } = app.deps;
	const post = await send("POST", "/api/posts", buildPost({ title: "Soon" }));
	await send("POST", `/api/posts/${post.id}/preview`);
	for (let time = 0; time < 2; time++) await send("DELETE", `/api/posts/${post.id}/preview`);
	expect((await logOf(post.id)).slice(1)).toMatchObject([
		{ ...byRuth, record_table: "blog_posts", record_label: "Soon", action: "create_preview" },
		{ ...byRuth, record_table: "blog_posts", record_label: "Soon", action: "revoke_preview" },
	]);
	const email = "gone@example.com";
	const contact = await insertContact(db, { name: "Kay Gone", email });
	const about = { record_table: "contact_inquiries" as const, record_id: contact.id };
	const message = { recipient: email, subject: "We have it", content: { text: "", html: "" } };
	const [mail] = await db
		.insert(mailsTable)
		.values({ ...about, ...message, kind: "confirmation", status: "sent", queued_at: new Date("2026-01-01") })
		.returning();
	await send("POST", `/api/mails/${mail?.id}/send-again`);
	expect((await logOf(contact.id)).at(-1)).toMatchObject({
		...byRuth,
		record_label: "Kay Gone",
		action: "send_again",
		changes: { mail: { new: "confirmation" } },
	});
	await send("POST", "/api/privacy/erase", { email, confirmation: email });
	const erasures = await activity("&table=people");
	expect(erasures).toMatchObject([
		{ ...byRuth, action: "erase", changes: { inquiries: { new: 1 }, mails: { new: 1 } } },
	]);
	expect(JSON.stringify(await activity())).not.toMatch(/Kay Gone|gone@/);
	// The deletion is someone's doing as well.
	expect((await logOf(contact.id)).at(-1)).toMatchObject({ ...byRuth, action: "delete", record_label: null });
});

test("changes that the calendar makes automatically are logged as the system's", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-03-05" });
	await markOverdue(app.deps.db, new Date("2026-03-10T12:00:00Z"));
	expect((await logOf(id)).at(-1)).toMatchObject({
		actor_kind: "system",
		changes: { status: { old: "sent", new: "overdue" } },
	});
});

test("keeps neither a post's text nor the key of a public link, and cuts long notes", async () => {
	const { id } = await insertBooking(app.deps.db);
	await send("PATCH", `/api/bookings/${id}`, { notes: "n".repeat(5000) });
	expect((await logOf(id)).at(-1)?.changes.notes).toEqual({ old: null, new: `${"n".repeat(200)}…` });
	const post = await insertPost(app.deps);
	await send("PATCH", `/api/posts/${post.id}`, buildPost({ content: "<p>Secret plans</p>" }));
	const invoice = await insertInvoice(app.deps.db, testTime);
	await send("POST", `/api/invoices/${invoice.id}/send`);
	const logged = [...(await logOf(post.id)), ...(await logOf(invoice.id))];
	expect(logged.map((row) => Object.keys(row.changes))).toContainEqual(expect.arrayContaining(["public_token_hash"]));
	expect(JSON.stringify(logged)).not.toMatch(/Secret plans|[\w-]{43}/);
});

test("a refused change is not logged", async () => {
	const { id } = await insertBooking(app.deps.db, { notes: "Theirs" });
	const refused = await app.api.request(`/api/bookings/${id}`, {
		method: "PATCH",
		headers: { ...admin.headers, "content-type": "application/json" },
		body: JSON.stringify({ notes: "Mine", version: "an earlier one" }),
	});
	expect(refused.status).toBe(409);
	expect(await logOf(id)).toHaveLength(1);
});

test.each(["update activity set actor_name = 'Nobody'", "delete from activity", "truncate activity"])(
	"the database refuses: %s",
	async (statement) => {
		await insertBooking(app.deps.db);
		const before = (await activity()).length;
		await expect(app.deps.database.query(statement)).rejects.toThrow("the activity log cannot be changed");
		expect(await activity()).toHaveLength(before);
	},
);

test("sign-ins are forgotten after 90 days, and from where a role was changed; the change stays", async () => {
	const { db, database } = app.deps;
	const actions = [
		"signed_in",
		"sign_in_failed",
		"session_reused",
		"password_change_failed",
		"password_changed",
		"update",
	];
	const note = (days: number) =>
		database.query(
			`insert into activity (at, actor_kind, record_table, record_id, record_label, action, changes, address, device)
				select now() - interval '${days} days', 'visitor', 'profiles', gen_random_uuid(), '${days} days', action, '{}',
					'192.0.2.7', 'Chrome on Mac' from unnest($1::text[]) action`,
			[actions],
		);
	for (const days of [89, 91]) await note(days);
	await deleteOldSignIns(db);
	const rows = await activity("&table=profiles");
	const left = (label: string) =>
		rows
			.filter(({ record_label }) => record_label === label)
			.map(({ action, address, device }) => [action, address, device])
			.sort();
	expect(left("89 days")).toEqual(actions.map((action) => [action, "192.0.2.7", "Chrome on Mac"]).sort());
	expect(left("91 days")).toEqual([
		["password_changed", null, null],
		["update", null, null],
	]);
	// Nothing else goes, and nothing earlier.
	for (const condition of ["action = 'update'", "record_label = '89 days'"]) {
		const attempt = db.transaction(async (tx) => {
			await tx.execute("select set_config('app.erasing', 'on', true)");
			await tx.execute(`delete from activity where ${condition}`);
		});
		await expect(attempt).rejects.toMatchObject({ cause: { message: "the activity log cannot be changed" } });
	}
});

test("erasing a person takes names and values out of the log, and nothing else can afterwards", async () => {
	const { db } = app.deps;
	const { id } = await insertContact(db, { name: "Ada Byron" });
	await send("PATCH", `/api/contacts/${id}`, { notes: "Ada's number is 5" });
	const other = await insertContact(db, { name: "Grace Hopper" });
	await eraseFromActivity(db, "contact_inquiries", [id]);
	expect(JSON.stringify(await logOf(id))).not.toContain("Ada");
	expect((await logOf(id)).at(-1)).toMatchObject({ ...byRuth, record_label: null, changes: { notes: {} } });
	expect(await logOf(other.id)).toMatchObject([{ record_label: "Grace Hopper" }]);
	await eraseActor(db, admin.user.id);
	expect(JSON.stringify(await activity(`&actor=${admin.user.id}`))).not.toContain("ruth@");
	await expect(app.deps.database.query("update activity set actor_name = 'x'")).rejects.toThrow("cannot be changed");
});

test("lists page by page without gap or repetition, by record type and by who did it", async () => {
	const before = await activity();
	const ids: string[] = [];
	for (let next: string | null = ""; next !== null; ) {
		const page: { rows: PresentedActivity[]; next: string | null } = await send(
			"GET",
			`/api/activity?limit=3${next && `&before=${encodeURIComponent(next)}`}`,
		);
		ids.push(...page.rows.map((row) => row.id));
		next = page.next;
	}
	expect(ids.slice(0, before.length)).toEqual(before.map((row) => row.id));
	expect(new Set(ids).size).toBe(ids.length);
	expect(new Set((await activity("&table=invoices")).map((row) => row.record_table))).toEqual(new Set(["invoices"]));
	expect(new Set((await activity("&actor=visitor")).map((row) => row.actor_kind))).toEqual(new Set(["visitor"]));
	const { actors } = await send("GET", "/api/activity/actors");
	expect(actors).toMatchObject([{ id: admin.user.id }]);
});

test.each(["table=users", "actor=nobody", "record=1", "before=x", "limit=0"])(
	"refuses the filter %s",
	async (query) => {
		expect((await app.api.request(`/api/activity?${query}`, { headers: admin.headers })).status).toBe(422);
	},
);

test("a reply that staff begin in their own mail program leaves a line; of no record there is none", async () => {
	const { id } = await insertContact(app.deps.db, { name: "Theo" });
	await send("POST", "/api/activity/replies", { table: "contact_inquiries", id });
	const [, line] = await logOf(id);
	expect(line).toMatchObject({ ...byRuth, action: "begin_reply", record_label: "Theo", changes: {} });
	for (const [table, record] of [
		["contact_inquiries", admin.user.id],
		["mails", id],
	]) {
		const answer = await app.api.request("/api/activity/replies", {
			method: "POST",
			headers: { ...admin.headers, "content-type": "application/json" },
			body: JSON.stringify({ table, id: record }),
		});
		expect(answer.status).toBe(404);
	}
});

test("one entry is read by its id, however old it is, and an unknown one is not found", async () => {
	const { id } = await insertBooking(app.deps.db, { name: "Old Entry" });
	const [entry] = await logOf(id);
	expect(await send("GET", `/api/activity/${entry?.id}`)).toEqual(entry);
	for (const unknown of [crypto.randomUUID(), "no-id"]) {
		const response = await app.api.request(`/api/activity/${unknown}`, { headers: admin.headers });
		expect(response.status, unknown).toBe(404);
	}
});
