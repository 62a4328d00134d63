import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { beforeAll, expect, test } from "vitest";
import { accessTable } from "#access.server.ts";
import { activityTable } from "#features/activity/activity.table.ts";
import { applicationRecord } from "#features/applications/applications.record.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactRecord } from "#features/contacts/contacts.record.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { invoiceRecord } from "#features/invoices/invoices.record.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { invoicePaymentsTable } from "#features/invoices/ledger/ledger.table.ts";
import { retainersTable } from "#features/invoices/retainers/retainers.table.ts";
import { jobRecord } from "#features/jobs/jobs.record.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { postRecord } from "#features/posts/posts.record.ts";
import { postsTable } from "#features/posts/posts.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { sitePageRecord } from "#features/site-pages/site-pages.record.ts";
import { siteDraftsTable } from "#features/site-pages/site-pages.table.ts";
import { type ThreadTable, threadTables } from "#features/threads/threads.schema.ts";
import { cannedRepliesTable, threadAttachmentsTable, threadsTable } from "#features/threads/threads.table.ts";
import { userRecord } from "#features/users/users.record.ts";
import { type Area, areas } from "#lib/access/areas.ts";
import type { RecordDefinition } from "#lib/record.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { recordOf, recordTables } from "#records.ts";
import { insertUser, type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { endpoints, requestOf, samples } from "#tests/endpoints.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertJob } from "#tests/factories/jobs.ts";
import { insertPost } from "#tests/factories/posts.ts";
import { insertRetainer } from "#tests/factories/retainers.ts";
import { insertMessage, insertThread } from "#tests/factories/threads.ts";

const app = startTestApp();

/** Begins every marker, and what is searched for. */
const common = "zqmark";
const everyArea = [...areas, "unlimited"] as const;
type Marked = (typeof everyArea)[number];
const mark = (area: Marked) => `${common}${area}`;
const person = `${common}@example.com`;

/** Ids of rows by the subject of an endpoint's address. */
const rows: Record<string, string[]> = {};
const note = (subject: string, id: string) => {
	rows[subject] = [...(rows[subject] ?? []), id];
};
const threadOwners: { table: ThreadTable; id: string }[] = [];
let owner: SignedInUser;

const formOf = { bookings: "booking", contact_inquiries: "contact", job_applications: "application" } as const;

/** Everything about a record with a conversation, with the marker in every text. */
async function insertConversation(table: ThreadTable, id: string, area: Area) {
	const { db, storage } = app.deps;
	const text = mark(area);
	threadOwners.push({ table, id });
	const place = { record_table: table, record_id: id };
	const thread = await insertThread(db, id, table);
	const names = { from_name: text, from_address: `${text}@example.com`, subject: text, text, quoted: text, html: text };
	note("thread-messages", (await insertMessage(db, thread.id, { ...names, cc_addresses: [`${text}@b.example`] })).id);
	await storage.put("mail-attachments", text + table, new Blob([text]));
	const file = { thread_id: thread.id, name: text, file: text + table, type: "application/octet-stream", size: 9 };
	note("thread-attachments", (await insertRow(db, threadAttachmentsTable, file)).id);
	const mail = { ...place, kind: "confirmation", recipient: person, subject: text, status: "kept" } as const;
	const content = { to: person, subject: text, text, html: text };
	note("mails", (await insertRow(db, mailsTable, { ...mail, last_error: text, content })).id);
	const arrived = { source: "folder", at: new Date(), outcome: "new", size: 1, key: randomUUID() } as const;
	const read = { from_name: text, from_address: `${text}@c.example`, subject: text };
	note("inbound", (await insertRow(db, inboundMailsTable, { ...arrived, ...place, ...read })).id);
	const fields = { firstName: text, lastName: text, email: person, message: text, name: text };
	const held = { form: formOf[table], fields, reasons: ["trap" as const], file: text + table, file_name: text };
	await storage.put("quarantine", text + table, new Blob([text]));
	note("quarantine", (await insertRow(db, quarantineTable, held)).id);
	await insertRow(db, cannedRepliesTable, { record_table: table, title: `${text} ${table}`, text });
}

beforeAll(async () => {
	const { db, clock } = app.deps;
	owner = await signInAs(app.deps, { role: "admin" });
	// Colleagues see each other's names at records that both see, and nothing else of accounts.
	const colleague = await insertUser(app.deps, {
		email: `${mark("unlimited")}@example.com`,
		full_name: mark("unlimited"),
	});
	note("users", colleague.id);
	const [desk, hiring, writing, money] = areas.map(mark) as [string, string, string, string];
	const booking = await insertBooking(db, { name: desk, email: person, phone: desk, message: desk, notes: desk });
	await insertBooking(db, { name: desk, email: `${desk}@example.com` });
	const contact = await insertContact(db, { name: desk, email: person, subject: desk, message: desk, notes: desk });
	const applicant = {
		applicant_name: hiring,
		applicant_email: person,
		cover_letter: hiring,
		notes: hiring,
		job_id: hiring,
	};
	const application = await insertApplication(db, { ...applicant, resume_url: hiring });
	await insertConversation("bookings", booking.id, "desk");
	await insertConversation("contact_inquiries", contact.id, "desk");
	await insertConversation("job_applications", application.id, "hiring");
	const job = await insertJob(db, { title: hiring, description: hiring });
	const post = await insertPost(app.deps, {
		title: writing,
		excerpt: writing,
		content: `<p>${writing}</p>`,
		tags: [writing],
		status: "published",
	});
	const invoice = await insertInvoice(db, clock(), {
		client_name: money,
		client_email: person,
		client_company: money,
		notes: money,
	});
	const about = {
		record_table: "invoices",
		record_id: invoice.id,
		kind: "invoice",
		recipient: person,
		subject: money,
	} as const;
	const sent = await insertRow(db, mailsTable, about);
	note("mails", sent.id);
	note(
		"mails",
		(await insertRow(db, mailsTable, { kind: "account", recipient: person, subject: mark("unlimited") })).id,
	);
	const report = { source: "folder", at: new Date(), outcome: "bounce", size: 1, key: randomUUID() } as const;
	note("inbound", (await insertRow(db, inboundMailsTable, { ...report, mail_id: sent.id, subject: money })).id);
	await db.insert(siteDraftsTable).values({
		page: "firm",
		fields: { name: { value: mark("unlimited"), waits: true } },
		version: 1,
		updated_at: clock(),
	} as never);
	const related = { related_table: "job_applications", related_id: application.id } as const;
	await db.update(threadsTable).set(related).where(eq(threadsTable.record_id, contact.id));
	const payment = { id: randomUUID(), kind: "payment", effect_minor: 100, method: "cash", note: money } as const;
	const day = "2026-03-04";
	await db
		.insert(invoicePaymentsTable)
		.values({ ...payment, invoice_id: invoice.id, received_on: day, reference: money });
	const creditNote = { id: randomUUID(), credit_number: money, reason: money, net_minor: 100, tax_minor: 0 };
	await db.insert(creditNotesTable).values({ ...creditNote, invoice_id: invoice.id, issue_date: day });
	const client = { client_name: money, client_email: person, client_company: money, notes: money };
	const retainer = await insertRetainer(db, clock(), { ...client, name: money, starts_on: "2099-01-01" });
	for (const [subject, id] of Object.entries({
		payments: payment.id,
		"credit-notes": creditNote.id,
		retainers: retainer.id,
		bookings: booking.id,
		contacts: contact.id,
		applications: application.id,
		jobs: job.id,
		posts: post.id,
		invoices: invoice.id,
	}))
		note(subject, id);
	for (const { id } of await db.select().from(activityTable)) note("activity", id);
});

/** A request's address for each row, query, and page there is. */
function addressesOf(endpoint: string): string[] {
	const pattern = endpoint.split(" ")[1] ?? "";
	const records = recordTables.flatMap((table) =>
		Object.values(rows)
			.flat()
			.map((id) => `table=${table}&${pattern.endsWith("of-record") ? "id" : "record"}=${id}`),
	);
	const queries: Record<string, string[]> = {
		"/api/search": [`?q=${common}`],
		"/api/people": [`?email=${person}`],
		"/api/threads/search": [`?q=${common}`],
		"/api/threads/members": ["", ...threadTables.map((table) => `?table=${table}`)],
		"/api/invoices/clients": [`?q=${common}`],
		"/api/payments/received": ["?from=2026-01-01&to=2026-12-31"],
		"/api/payments/export": ["?from=2026-01-01&to=2026-12-31"],
		"/api/live/deletions": recordTables.map((table) => `?table=${table}&since=2026-01-01T00:00:00Z`),
		"/api/bookings/calendar": ["?from=2026-03-01&days=7"],
		"/functions/v1/manage-invoices": ["", ...(rows.invoices ?? []).map((id) => `?id=${id}`)],
		"/api/mails/of-record": threadOwners
			.map(({ table, id }) => `?table=${table}&id=${id}`)
			.concat(
				records
					.filter((each) => each.includes(rows.invoices?.[0] ?? "-") && each.startsWith("table=invoices"))
					.map((each) => `?${each}`),
			),
		"/api/activity": [
			"",
			...records
				.filter((each) => Object.entries(rows).some(([, ids]) => ids.some((id) => each.endsWith(id))))
				.filter((each) => recordOf(/table=([^&]+)/.exec(each)?.[1] ?? "")?.logged)
				.slice(0, 200)
				.map((each) => `?${each}`),
		],
	};
	if (queries[pattern]) return queries[pattern].map((query) => pattern + query);
	if (pattern.includes(":table/:id"))
		return threadOwners.map(({ table, id }) => pattern.replace(":table/:id", `${table}/${id}`));
	if (pattern.includes(":table")) return threadTables.map((table) => pattern.replace(":table", table));
	if (pattern.includes(":page"))
		return ["home", "firm", "brand"].map((page) => pattern.replace(":page", page).replace(":field", "hero"));
	if (!pattern.includes(":id")) return [pattern];
	const subject = pattern.split("/")[2] ?? "";
	return (rows[subject] ?? []).map((id) => pattern.replace(":id", id).replaceAll(/:\w+/g, randomUUID()));
}

/** Marks by which numbers of other areas are known: the names that the dashboard and the report give them. */
const numbers: Record<Marked, RegExp> = {
	desk: /"(bookings|contacts|newBookings|newContacts|inquiries|services|sources|responseTimes|booking|contact)":[[{\d]/,
	hiring: /"(applications|pendingApplications|application)":[[{\d]/,
	writing: /"(posts|publishedPosts|scheduledPosts)":[[{\d]/,
	money: /"revenue":\[/,
	unlimited: /never a number/,
};

/** Whose each kind of conversation is. */
const ownerOfTable: Record<string, Area> = { bookings: "desk", contact_inquiries: "desk", job_applications: "hiring" };

/** Everything a limited admin gets, as "place: area" of what belongs to others. Their own account's data isn't others'. */
async function leaksFor(area: Area, methods: RegExp): Promise<string[]> {
	const { headers } = await signInAs(app.deps, { role: "admin", areas: [area] });
	const leaks = new Set<string>();
	const inspect = (place: string, text: string) => {
		for (const other of everyArea) {
			if (other === area) continue;
			const hasNumber = /dashboard|report|quarantine\/counts/.test(place) && numbers[other].test(text);
			const hasPresence =
				place === "live presence" && ownerOfTable[/"record_table":"(\w+)"/.exec(text)?.[1] ?? ""] === other;
			if (text.includes(mark(other)) || hasNumber || hasPresence) leaks.add(`${place}: ${other}`);
		}
	};
	const live = methods.test("GET ") ? await app.api.request("/api/live", { headers }) : undefined;
	for (const endpoint of endpoints) {
		if (!methods.test(endpoint) || endpoint === "GET /api/live" || accessTable[endpoint]?.area === "all") continue;
		for (const address of addressesOf(endpoint)) {
			const { body, headers: type } = requestOf(samples[endpoint]);
			const init = { method: endpoint.split(" ")[0] ?? "", headers: { ...headers, ...type }, ...(body && { body }) };
			const response = await app.api.request(address, init);
			const text = await response.text();
			// Who can give access is named on purpose.
			if (!(response.status === 403 && text.includes("can give it to you"))) inspect(endpoint, text);
		}
	}
	if (!live) return [...leaks].toSorted();
	await changeEverything();
	for (const { event, data } of await readUntilOwn(live, area)) inspect(`live ${event}`, data);
	return [...leaks].toSorted();
}

/** Touches a row of every kind in the live stream, and someone's presence. */
async function changeEverything() {
	const { db } = app.deps;
	for (const { table, id } of threadOwners) {
		const json = { ...owner.headers, "content-type": "application/json" };
		await app.api.request(`/api/threads/${table}/${id}/presence`, {
			method: "POST",
			headers: json,
			body: '{"state":"gone"}',
		});
		await app.api.request(`/api/threads/${table}/${id}/presence`, {
			method: "POST",
			headers: json,
			body: '{"state":"viewing"}',
		});
	}
	for (const table of ["threads", "thread_messages", "mails", "inbound_mails", "jobs", "profiles"]) {
		await app.deps.database.query(
			`update ${table} set ${table === "thread_messages" ? "text = text" : "updated_at = now()"}`,
		);
	}
	for (const table of [bookingsTable, contactsTable, applicationsTable, invoicesTable, retainersTable, postsTable]) {
		await db.update(table).set({ updated_at: new Date() });
	}
}

/** A column of the area's own that its list shows. */
const lastOf: Record<Area, string> = {
	desk: "contact_inquiries set notes",
	hiring: "job_applications set notes",
	writing: "blog_posts set excerpt",
	money: "invoices set notes",
};

async function readUntilOwn(live: Response, area: Area) {
	await app.deps.database.query(`update ${lastOf[area]} = 'the last change'`);
	const reader = live.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
	const events: { event: string; data: string }[] = [];
	const timer = setTimeout(() => void reader?.cancel(), 10_000);
	for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
		const { event = "", data } = next.value;
		events.push({ event, data });
		if (data.includes("the last change")) break;
	}
	clearTimeout(timer);
	await reader?.cancel();
	return events;
}

test.each(areas)("an admin who is limited to %s reads nothing of other areas, wherever they look", async (area) => {
	expect(await leaksFor(area, /^GET /)).toEqual([]);
});

/** What the definitions say is changed for a while, as if someone had written it wrong. */
async function planted(leak: Partial<Record<string, Area>>, look: () => Promise<void>) {
	const changed = Object.entries(leak).map(([table, area]) => ({ record: recordOf(table) as RecordDefinition, area }));
	const former = changed.map(({ record }) => record.area);
	for (const { record, area } of changed) if (area) record.area = area;
	await look().finally(() => {
		for (const [index, { record }] of changed.entries()) record.area = former[index] ?? "unlimited";
	});
}

test("a leak in any place is noticed", async () => {
	const everything = [
		bookingRecord,
		contactRecord,
		applicationRecord,
		jobRecord,
		invoiceRecord,
		postRecord,
		userRecord,
		sitePageRecord,
	];
	await planted(Object.fromEntries(everything.map(({ table }) => [table, "money" as const])), async () => {
		const leaks = await leaksFor("money", /^GET /);
		const places = new Set(leaks.map((leak) => leak.split(": ")[0]));
		// One for each place that crosses subjects.
		expect([...places].toSorted()).toEqual(
			[
				"GET /api/activity",
				"GET /api/activity/:id",
				"GET /api/canned-replies",
				"GET /api/dashboard",
				"GET /api/dashboard/oldest",
				"GET /api/dashboard/trends",
				"GET /api/inbound",
				"GET /api/invoices/clients",
				"GET /api/mails/:id/message",
				"GET /api/mails/of-record",
				"GET /api/people",
				"GET /api/quarantine",
				"GET /api/quarantine/:id/file",
				"GET /api/quarantine/counts",
				"GET /api/report",
				"GET /api/search",
				"GET /api/thread-attachments/:id",
				"GET /api/thread-messages/:id/html",
				"GET /api/threads",
				"GET /api/threads/:table/:id",
				"GET /api/threads/search",
				"live changes",
				"live presence",
			].toSorted(),
		);
	});
});

test.each(areas)("an admin who is limited to %s gets nothing of other areas by writing, either", async (area) => {
	expect(await leaksFor(area, /^(POST|PUT|PATCH|DELETE) /)).toEqual([]);
});
