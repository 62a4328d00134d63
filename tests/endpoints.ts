import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { accessTable } from "#access.server.ts";
import { activityTable } from "#features/activity/activity.table.ts";
import { firstCallHours } from "#features/bookings/slots/call-hours.table.ts";
import { creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { createLink } from "#features/invoices/delivery/invoice-links.server.ts";
import { listRevisions } from "#features/posts/history/post-revisions.server.ts";
import { updatePost } from "#features/posts/posts.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { records } from "#records.ts";
import { insertInvitation, insertUser } from "./accounts.ts";
import { buildApplicationForm, insertApplication } from "./factories/applications.ts";
import { buildBooking, insertBooking } from "./factories/bookings.ts";
import { buildContact, insertContact } from "./factories/contacts.ts";
import { buildInvoice, insertInvoice } from "./factories/invoices.ts";
import { buildJob, insertJob } from "./factories/jobs.ts";
import { onePixel } from "./factories/pictures.ts";
import { buildPost, insertPost } from "./factories/posts.ts";
import { buildRetainer, insertRetainer } from "./factories/retainers.ts";
import { insertThreadRows } from "./factories/threads.ts";

export type Endpoint = keyof typeof accessTable;

export const endpoints = Object.keys(accessTable) as Endpoint[];

/** What an endpoint is sent; `none` for one that reads no body. */
export type Sample = Record<string, unknown> | (() => FormData) | "none";

const account = { email: "ada@example.com", password: "gondola twelve birch" };
const resume = () => buildApplicationForm({ job_id: "general-application" });

/** Of the standard endpoints: each kind takes the last of its statuses. */
const standardSamples: Partial<Record<Endpoint, Sample>> = Object.fromEntries(
	records.flatMap(({ api, statuses }): [Endpoint, Sample][] => {
		if (!api) return [];
		const status = Object.keys(statuses?.labels ?? {}).at(-1);
		const changes = [{ ids: ["00000000-0000-4000-8000-000000000001"], status }];
		return [
			[`PATCH ${api.path}/:id`, { status, notes: "Ours", version: versionOf(null) }],
			[`POST ${api.path}/statuses`, { changes }],
		];
	}),
);

/** A body that each writing endpoint takes, as far as its row allows. An endpoint that is missing here fails the tests. */
export const samples: Partial<Record<Endpoint, Sample>> = {
	...standardSamples,
	"POST /auth/v1/token": { ...account, refresh_token: "x" },
	"POST /auth/v1/signup": { ...account, data: { full_name: "Ada Byron" } },
	"POST /auth/v1/logout": "none",
	"PUT /auth/v1/user": { data: { full_name: "Ada" } },
	"POST /auth/v1/recover": { email: account.email },
	"POST /auth/v1/resend": { type: "signup", email: account.email },
	"POST /auth/v1/verify": { type: "signup", token_hash: "x", email: account.email, token: "123456" },
	"POST /auth/v1/factors": { factor_type: "totp", friendly_name: "Phone" },
	"POST /auth/v1/factors/:id/challenge": "none",
	"POST /auth/v1/factors/:id/verify": { challenge_id: randomUUID(), code: "123456" },
	"POST /auth/v1/factors/recovery-codes": { friendly_name: "Codes" },
	"POST /auth/v1/factors/recovery-codes/verify": { code: "0123-4567-89ab-cdef" },
	"POST /auth/v1/factors/recovery-codes/regenerate": "none",
	"POST /auth/v1/passkeys/registration/options": "none",
	"POST /auth/v1/passkeys/registration/verify": { challenge_id: randomUUID(), credential: {} },
	"POST /auth/v1/passkeys/authentication/options": "none",
	"POST /auth/v1/passkeys/authentication/verify": { challenge_id: randomUUID(), credential: {} },
	"PATCH /auth/v1/passkeys/:id": { friendly_name: "Laptop" },
	"PATCH /api/users/:id/role": { role: "user" },
	"PATCH /api/users/:id/areas": { areas: ["desk"] },
	"PATCH /api/users/:id/active": { active: false },
	"PATCH /api/profile": { full_name: "Ada Byron" },
	"POST /api/invitations": { email: "grace@example.com", role: "admin" },
	"POST /api/invitations/:id/send-again": "none",
	"POST /api/invitations/check": { token: "x" },
	"POST /api/second-steps/undo": { token: "x" },
	"POST /api/setup": { token: "x", name: "Grace Hopper", email: "grace@example.com", password: account.password },
	"POST /api/invitations/accept": { token: "x", full_name: "Grace Hopper", password: account.password },
	"POST /api/bookings": buildBooking(),
	"PATCH /api/dashboard/make-it-yours": { item: "texts", ticked: true },
	"PUT /api/bookings/hours": { ...firstCallHours, version: "x" },
	"POST /api/bookings/hours/preview": { from: "2027-03-14", days: 7 },
	"POST /api/bookings/feed": "none",
	"PATCH /api/busy-times": { takes_calls: true },
	"PUT /api/busy-times/settings": { unread: "none" },
	"POST /api/busy-times/sources": { url: "http://calendar.example/secret.ics" },
	"POST /api/busy-times/sources/:id/test": "none",
	"POST /api/contacts": buildContact(),
	"POST /api/applications": resume,
	"POST /api/mails/test": "none",
	"POST /api/mails/:id/send-again": "none",
	"POST /api/activity/replies": { table: "contact_inquiries", id: "00000000-0000-4000-8000-000000000001" },
	"POST /api/jobs": buildJob(),
	"PATCH /api/jobs/:id": { title: "Editor" },
	"POST /api/privacy/export": { email: "nobody@example.com" },
	"POST /api/privacy/preview": { email: "nobody@example.com" },
	"POST /api/privacy/erase": { email: "nobody@example.com", confirmation: "nobody@example.com" },
	"POST /api/quarantine/:id/release": "none",
	"POST /api/settings/backup": "none",
	"PUT /api/site/:page/draft": { values: { "hero.lead": "We say it." }, expected_version: 0 },
	"POST /api/site/:page/images/:field": () => pictureForm("image"),
	"POST /api/site/:page/publish": { expected_version: 0 },
	"POST /api/site/:page/discard": { expected_version: 0 },
	"POST /api/posts": buildPost(),
	"PUT /api/profile/picture": () => pictureForm("picture"),
	"POST /api/posts/images": () => pictureForm("image"),
	"POST /api/site/logo": () => pictureForm("logo"),
	"PUT /api/posts/:id": { ...buildPost(), version: null },
	"PATCH /api/posts/:id": { title: "Renamed" },
	"PATCH /api/posts/:id/status": { status: "published" },
	"PUT /api/posts/:id/draft": { draft: null, version: 0, writer: "00000000-0000-4000-8000-000000000001", n: 1 },
	"POST /api/posts/:id/revisions/:revisionId/restore": {},
	"POST /api/posts/:id/preview": "none",
	"POST /api/site/preview": "none",
	"PATCH /api/threads/:table/:id": { assignee_id: null },
	"POST /api/threads/:table/assignees": {
		changes: [{ ids: ["00000000-0000-4000-8000-000000000001"], assignee_id: null }],
	},
	"POST /api/threads/:table/:id/seen": "none",
	"POST /api/threads/:table/:id/presence": { state: "viewing" },
	"PUT /api/threads/:table/:id/draft": { text: "Hello", subject: "Hi", cc: [], attachment_ids: [], version: 0 },
	"POST /api/threads/:table/:id/attachments": () => fileForm("file"),
	"POST /api/threads/:table/:id/replies": { key: randomUUID(), text: "Hello Ada", after: null },
	"POST /api/thread-messages/:id/undo": "none",
	"POST /api/canned-replies": { title: "Thanks", text: "Dear {first_name}" },
	"PUT /api/canned-replies/:id": { title: "Thanks", text: "Dear {first_name}" },
	"PUT /api/signature": { text: "Best, Ada" },
	"POST /functions/v1/manage-invoices": buildInvoice(),
	"PUT /functions/v1/manage-invoices": buildInvoice(),
	"PATCH /api/invoices/:id": { status: "sent" },
	"POST /api/invoices/:id/send": "none",
	"POST /api/invoices/:id/remind": "none",
	"POST /api/invoices/:id/payments": {
		id: "00000000-0000-4000-8000-000000000009",
		kind: "refund",
		amount_minor: 1,
		method: "cash",
	},
	"POST /api/invoices/:id/credit-notes": {
		id: "00000000-0000-4000-8000-000000000011",
		reason: "A discount",
		net_minor: 1,
	},
	"POST /api/credit-notes/:id/send": "none",
	"POST /api/payments/:id/reverse": { id: "00000000-0000-4000-8000-000000000010", note: "A slip" },
	"POST /api/payments/:id/receipt": "none",
	"POST /api/invoices/reminders": { ids: ["00000000-0000-4000-8000-000000000001"] },
	"POST /api/invoices/:id/link": "none",
	"POST /api/retainers": buildRetainer({ starts_on: "2099-01-01" }),
	"PUT /api/retainers/:id": buildRetainer({ starts_on: "2099-01-01" }),
	"POST /api/retainers/:id/pause": "none",
	"POST /api/retainers/:id/resume": "none",
	"POST /api/retainers/:id/end": "none",
	"POST /api/inbound/:id/take": { into: null },
	"POST /api/thread-messages/:id/split": "none",
	"POST /api/stripe/webhook": "none",
	"POST /api/inbound-mail": "none",
};

/** A row of every kind, all in the name of one person. */
export async function insertKnownRows(deps: Deps, email = "ada@example.com"): Promise<KnownRows> {
	const { db, clock } = deps;
	const post = await insertPost(deps);
	await updatePost(db, post.id, buildPost({ title: "Again" }), { authorId: null, now: clock() });
	const [revision] = await listRevisions(db, post.id);
	const invoice = await insertInvoice(db, clock(), { client_email: email });
	await createLink(db, deps.settings, invoice.id, clock());
	const [held] = await db
		.insert(quarantineTable)
		.values({
			form: "contact",
			fields: { firstName: "Ada", lastName: "B", email, message: "Hello" },
			reasons: ["trap"],
		})
		.returning();
	const contact = await insertContact(db, { email });
	const [entry] = await db.select().from(activityTable).where(eq(activityTable.record_id, invoice.id));
	return {
		activity: entry?.id ?? "",
		users: (await insertUser(deps)).id,
		invitations: (await insertInvitation(deps)).id,
		bookings: (await insertBooking(db, { email })).id,
		contacts: contact.id,
		applications: (await insertApplication(db, { applicant_email: email })).id,
		jobs: (await insertJob(db)).id,
		posts: post.id,
		revision: revision?.id ?? "",
		invoices: invoice.id,
		retainers: (await insertRetainer(db, clock(), { client_email: email, starts_on: "2099-01-01" })).id,
		quarantine: held?.id ?? "",
		"credit-notes": await insertCreditNote(db, (await insertInvoice(db, clock(), { client_email: email })).id),
		...(await insertThreadRows(db, contact.id)),
	};
}

/** Of another invoice, as that with one can't be edited. */
async function insertCreditNote(db: Deps["db"], invoice_id: string): Promise<string> {
	const id = randomUUID();
	const note = { credit_number: id, issue_date: "2026-03-04", reason: "A discount", net_minor: 100, tax_minor: 0 };
	await db.insert(creditNotesTable).values({ id, invoice_id, ...note });
	return id;
}

export type KnownRows = Record<string, string>;

/** Those rows for an endpoint whose address names one; the others need none. */
export const insertRowsFor = async (deps: Deps, endpoint: Endpoint): Promise<KnownRows> =>
	/:(?!page)|manage-invoices/.test(endpoint) ? insertKnownRows(deps) : {};

/** The endpoint's address with the ids of rows that exist, or of none where there is no such row. */
export function addressOf(endpoint: Endpoint, rows: KnownRows): { method: string; path: string } {
	const [method = "", pattern = ""] = endpoint.split(" ");
	const subject = pattern.split("/")[2] ?? "";
	const path = pattern
		.replace(":revisionId", rows.revision ?? "")
		.replace(":table/:id", `contact_inquiries/${rows.contacts}`)
		.replace(":page", "home")
		.replace(":name", "00000000-0000-4000-8000-000000000000.png")
		.replace(/:\w+/, rows[subject] ?? randomUUID());
	const query = pattern === "/functions/v1/manage-invoices" && method !== "POST" ? `?id=${rows.invoices}` : "";
	return { method, path: path + query };
}

export function requestOf(sample: Sample | undefined): { body?: BodyInit; headers: Record<string, string> } {
	if (sample === undefined || sample === "none") return { headers: {} };
	if (typeof sample === "function") return { body: sample(), headers: {} };
	return { body: JSON.stringify(sample), headers: { "content-type": "application/json" } };
}

/** Writes without a sample. */
export const unsampled = endpoints.filter((endpoint) => /^(POST|PUT|PATCH) /.test(endpoint) && !samples[endpoint]);

function fileForm(field: string): FormData {
	const form = new FormData();
	form.append(field, new File(["Hello"], "hello.txt"));
	return form;
}

function pictureForm(field: string): FormData {
	const form = new FormData();
	form.append(field, new File([onePixel], "pixel.png", { type: "image/png" }));
	return form;
}
