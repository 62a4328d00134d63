import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subHours } from "date-fns/subHours";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deleteOldSignIns } from "#features/activity/activity.server.ts";
import { removeStrayResumes } from "#features/applications/applications.server.ts";
import { findOpenJob, listOpenJobs, openJobPages } from "#features/applications/apply/open-jobs.server.ts";
import { deleteUnconfirmedAccounts } from "#features/auth/accounts/unconfirmed-accounts.server.ts";
import type { User } from "#features/auth/auth.table.ts";
import { refreshToken } from "#features/auth/sessions/refresh-token.server.ts";
import { makeSetupLink } from "#features/auth/setup/setup.server.ts";
import { removeUnusedImages } from "#features/images/unused-images.server.ts";
import { createLink, findPublicInvoice, recordView } from "#features/invoices/delivery/invoice-links.server.ts";
import { markOverdue, remindClients } from "#features/invoices/delivery/invoice-schedule.server.ts";
import { publicPath } from "#features/invoices/delivery/invoice-token.server.ts";
import { deleteOldMails, failLostMails } from "#features/mails/mail-removal.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { findPreviewedPost } from "#features/posts/post-previews.server.ts";
import { presentArticle, presentCards } from "#features/posts/public/present-public-posts.server.ts";
import {
	findPublicPost,
	listPublicPosts,
	nextPublication,
	publicPostPages,
} from "#features/posts/public/public-posts.server.ts";
import { createPreview, previewKey } from "#features/previews/preview-links.server.ts";
import { erasePerson, previewErasure } from "#features/privacy/privacy.server.ts";
import { deleteExpiredRecords } from "#features/privacy/retention.server.ts";
import { endOldQuarantineFiles, removeStrayQuarantineFiles } from "#features/quarantine/quarantine.server.ts";
import { announceQuarantined } from "#features/quarantine/quarantine-notices.server.ts";
import { deleteOldInvitations } from "#features/users/invitations/invitations.server.ts";
import { system } from "#platform/database/actor.server.ts";
import { deleteOldDeletions } from "#platform/live/live.server.ts";
import { retainedKinds } from "#platform/process/settings.server.ts";
import { getRecords } from "#platform/records/records.server.ts";
import { recordSources } from "#records.server.ts";
import { records } from "#records.ts";
import { site } from "#site.config.ts";
import { insertUser, openSession, signInAs, testPassword } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import {
	addressOf,
	type Endpoint,
	endpoints,
	insertKnownRows,
	insertRowsFor,
	type KnownRows,
	requestOf,
	samples,
} from "#tests/endpoints.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { fillEveryTable, fullTableRows } from "#tests/full-tables.ts";
import { costlySteps, type Statement } from "#tests/query-plans.ts";

/** Too small for an index to be worth its while, and small they stay. */
const smallTables = {
	invitations: "whom a firm has invited within the last weeks: older ones are removed",
	call_hours: "one row",
	make_it_yours: "one row",
	setup_links: "a row for each start, until there is an admin",
	site_drafts: "a row for each page of the site",
	site_page_images: "a few rows for each page of the site",
	site_pages: "a row for each page of the site",
	site_page_versions: "at most 50 rows for each page of the site",
	canned_replies: "at most 200",
	inbound_sources: "a row for each source of incoming mail",
	inbound_mailboxes: "a row for each mailbox that is read",
	busy_sources: "at most three rows for each member of staff",
	busy_settings: "one row",
	call_takers: "at most a row for each member of staff",
	calendar_feeds: "a row for each member of staff",
	daily_runs: "a row for each kind of daily work",
	invoice_counters: "a row for each year",
	credit_note_counters: "a row for each year",
	job_old_slugs: "fewer than jobs: an address is seldom changed",
	rate_limits: "a library's, by key; every five minutes it removes what is over",
};

const unpaged = "the specification has this list whole";
const countsAll = "the dashboard says how many there are";
const reported = "the report counts a year or two, which is most of the rows";
const searched = "letters from the middle of a name have no index (docs/decisions/017)";

const searchesPosts =
	"a picture is in use where any text names it, which is looked for once a day (docs/decisions/012)";

/** Where all rows of a table are the answer, or have to be read for it: what happens, and why it may. */
const accepted: Record<string, string> = {
	...Object.fromEntries(
		records
			.filter(({ search }) => search)
			.map(({ table }) => [`/api/search?q=client7 reads all of ${table}`, searched]),
	),
	...Object.fromEntries(
		records
			.filter(({ counted }) => counted)
			.map(({ table }) => [`GET /api/dashboard reads all of ${table}`, countsAll]),
	),
	"/api/invoices/clients?q=client7 reads all of bookings": searched,
	"/api/invoices/clients?q=client7 reads all of invoices": searched,
	"/functions/v1/manage-invoices reads all of invoices": unpaged,
	"POST /api/privacy/erase reads all of thread_messages": "an address may be among the copies of any reply",
	"POST /api/privacy/erase reads all of thread_drafts": "an address may be among the copies of any draft",
	"GET /api/threads reads all of thread_messages": "a page of a thousand conversations is a quarter of them here",
	"GET /api/threads sorts thread_messages": "a page of a thousand conversations is a quarter of them here",
	"the sitemap reads all of blog_posts": "it names every public page",
	"GET /api/jobs/applicants reads all of job_applications": "each job says how many have applied for it",
	"GET /api/applications/positions reads all of jobs": "the list names each job by its title",
	"GET /api/applications/positions sorts jobs": "the list names each job by its title",
	"GET /api/quarantine/counts reads all of quarantine": "a note on each list says how many wait, of each form",
	"GET /api/report reads all of bookings": reported,
	"GET /api/report reads all of contact_inquiries": reported,
	"GET /api/report reads all of invoice_payments": reported,
	"GET /api/report reads all of invoices": reported,
	"GET /api/report reads all of job_applications": reported,
	"GET /api/report sorts bookings": reported,
	"GET /api/report sorts contact_inquiries": reported,
	"GET /api/users/last-seen reads all of users": "the list of users shows it for each",
	"the hourly cleaning reads all of quarantine": "what has waited for 30 days is most of it, where nobody looks",
	"the daily cleaning of pictures reads all of blog_images": searchesPosts,
	"the daily cleaning of pictures reads all of blog_posts": searchesPosts,
	"the daily cleaning of pictures reads all of blog_post_revisions": searchesPosts,
	"the daily cleaning of pictures reads all of post_drafts": searchesPosts,
};

const running = new AsyncLocalStorage<string>();
const recorded = new Map<string, Statement & { by: string }>();

/** Statements that the work sends are known by this name, unless an earlier one has sent them too. */
const record = <Result>(by: string, work: () => Promise<Result>): Promise<Result> => running.run(by, work);

const retention = Object.fromEntries(retainedKinds.map((kind) => [`RETENTION_${kind.toUpperCase()}_DAYS`, "1330"]));
const app = startTestApp({ ...retention, STAFF_EMAIL: "desk@pilcrow.example" }, (text, values) => {
	const by = running.getStore();
	const planned = /^\s*(select|insert|update|delete|with)\b/i.test(text);
	if (by && planned && !recorded.has(text)) recorded.set(text, { by, text, values });
});

beforeAll(async () => {
	await fillEveryTable(app.deps.database);
	app.setTime(new Date()); // by which the tables are filled
	const { user } = await signInAs(app.deps, { role: "admin" });
	const readRows = await insertKnownRows(app.deps);
	for (const endpoint of endpoints) {
		// What is written may be gone afterwards.
		const rows = endpoint.startsWith("GET ") ? readRows : await insertRowsFor(app.deps, endpoint);
		await callEndpoint(endpoint, user, rows);
	}
	for (const query of queries) await callQuery(query, user);
	await signInAndOut();
	await visit();
	await workInTheBackground();
});

/** What the samples cannot know, because it is not a matter of rows. */
const addresses: Partial<Record<Endpoint, string>> = {
	"POST /auth/v1/token": "/auth/v1/token?grant_type=password",
	// More than half of the rows. With less, the planner's choice would depend on chance.
	"GET /api/report": "/api/report?months=24",
};

/** Never ends. What it reads is read in `workInTheBackground`. */
const endless: Endpoint = "GET /api/live";

async function callEndpoint(endpoint: Endpoint, user: User, rows: KnownRows): Promise<void> {
	if (endpoint === endless) return;
	const { headers } = await openSession(app.deps, user);
	const { method, path } = addressOf(endpoint, rows);
	const { body, headers: type } = requestOf(samples[endpoint]);
	const request = { method, headers: { ...type, ...headers }, ...(body && { body }) };
	const answer = await record(endpoint, async () => app.api.request(addresses[endpoint] ?? path, request));
	await answer.body?.cancel();
	expect(answer.status, endpoint).toBeLessThan(500);
}

const lists = records.flatMap(({ api }) => (api?.endpoints.includes("list") ? [api.path] : []));
/** What the screens ask, beyond the bare addresses. */
const queries = [
	...[...lists, "/functions/v1/manage-invoices"].flatMap((list) => [
		`${list}?limit=100`,
		`${list}?limit=1000&before=CURSOR`,
		`${list}?limit=1000&updated_since=SINCE`,
	]),
	"/functions/v1/manage-invoices",
	"/api/search?q=client7",
	"/api/invoices/clients?q=client7",
	"/api/people?email=client7@example.com",
	"/api/mails/of-record?table=bookings&id=ID",
	"/api/live/deletions?table=bookings&since=SINCE",
	"/api/threads?limit=100&table=contact_inquiries",
	"/api/threads?limit=1000&before=CURSOR",
	"/api/threads?limit=1000&updated_since=SINCE",
	"/api/threads/search?q=word1a2b",
	"/api/threads/search?q=word1a2b&table=contact_inquiries",
	"/api/activity?limit=100",
	"/api/activity?limit=100&before=CURSOR",
	"/api/activity?limit=100&table=invoices",
	"/api/activity?limit=100&table=bookings&record=ID",
	"/api/activity?limit=100&record=ID",
	"/api/activity?limit=100&actor=visitor",
	"/api/activity?limit=100&actor=ID",
	"/api/activity?limit=100&table=invoices&actor=ID",
];

async function callQuery(query: string, user: User): Promise<void> {
	const { headers } = await openSession(app.deps, user);
	const since = subHours(app.deps.clock(), 24).toISOString();
	const path = query.replace("SINCE", since).replace("CURSOR", `${since}~${randomUUID()}`).replaceAll("ID", user.id);
	const answer = await record(query, async () => app.api.request(path, { headers }));
	expect([query, answer.status, await answer.text()]).toEqual([query, 200, expect.anything()]);
}

async function signInAndOut(): Promise<void> {
	const { deps, api } = app;
	const user = await insertUser(deps);
	const { session } = await openSession(deps, user);
	const post = (path: string, body: object) =>
		api.request(`/auth/v1${path}`, {
			method: "POST",
			body: JSON.stringify(body),
			headers: { "content-type": "application/json" },
		});
	const answers = await record("signing in", async () => [
		await post("/token?grant_type=password", { email: user.email, password: testPassword }),
		await post("/token?grant_type=refresh_token", { refresh_token: refreshToken(deps.settings, session.id, 0) }),
		await post("/recover", { email: user.email }),
		await post("/token?grant_type=password", { email: user.email, password: "not the password" }),
	]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
	const [mail] = (await app.mails()).filter(({ to }) => to === user.email);
	const token = new URL(mail?.link ?? "").searchParams.get("token");
	const answer = await record("following a mailed link", async () =>
		post("/verify", { type: "recovery", token_hash: token }),
	);
	expect(answer.status).toBe(200);
}

/** What the loaders of the public pages ask. */
async function visit(): Promise<void> {
	const { db, clock } = app.deps;
	const now = clock();
	const rows = await insertKnownRows(app.deps);
	const { id: invoice } = await insertInvoice(db, now, { status: "sent" });
	const token =
		publicPath(await createLink(db, app.deps.settings, invoice, now), app.deps.settings)
			?.split("/")
			.at(-1) ?? "";
	const key = previewKey(app.deps.settings);
	const link = await createPreview(db, { post: { id: rows.posts ?? "", title: "" } }, now, key);
	const preview = link.path.split("/").at(-1) ?? "";
	await record("the blog", async () => presentCards(db, await listPublicPosts(db, now, 13, 12)));
	await record("the moment of the next post", () => nextPublication(db, now));
	await record("a post", async () => {
		const found = await findPublicPost(db, "post-7", now);
		if (found && "post" in found) await presentArticle(db, found.post);
	});
	await record("a post at its old address", () => findPublicPost(db, "old-post-7", now));
	await record("a post's preview", () => findPreviewedPost(db, preview, now));
	await record("the sitemap", async () => [await publicPostPages(db, now), await openJobPages(db)]);
	await record("the open jobs", () => listOpenJobs(db));
	await record("a job", () => findOpenJob(db, rows.jobs ?? ""));
	await record("a public invoice", async () => {
		expect(await findPublicInvoice(db, token, now)).toBeDefined();
		await recordView(db, token, now);
	});
}

async function workInTheBackground(): Promise<void> {
	const { deps } = app;
	const { db } = deps;
	const id = randomUUID();
	await record("live updates", async () => {
		await Promise.all(recordSources.map((source) => getRecords(db, source, [id])));
	});
	await record("the hourly cleaning", async () => {
		await deps.storage.put("resumes", "stray.pdf", new Blob(["stray"]));
		await deps.storage.put("quarantine", "stray.pdf", new Blob(["stray"]));
		app.setTime(new Date(deps.clock().getTime() + 2 * 60 * 60_000));
		await removeStrayResumes(deps);
		await endOldQuarantineFiles(deps);
		await removeStrayQuarantineFiles(deps);
		await deleteUnconfirmedAccounts(deps);
		await deleteOldInvitations(deps);
		await deleteOldDeletions(db, deps.clock());
		await failLostMails(deps);
		await deleteOldMails(deps);
		await deleteOldSignIns(db);
	});
	await record("the daily cleaning of pictures", () => removeUnusedImages(deps));
	await record("the daily retention", () => deleteExpiredRecords(deps));
	await record("the invoices' schedule", async () => {
		await markOverdue(db, deps.clock());
		await remindClients(deps, site.invoices.reminderDays);
	});
	await record("the notice of held-back forms", async () => {
		await db.delete(mailsTable).where(eq(mailsTable.kind, "held"));
		await announceQuarantined(deps);
		const announced = await db.$count(mailsTable, eq(mailsTable.kind, "held"));
		expect(announced).toBe(1);
	});
	await record("the look for an admin", () => makeSetupLink(deps));
	const { email } = await insertUser(deps);
	await insertKnownRows(deps, email);
	await record("the preview of an erasure", () => previewErasure(deps, recordSources, email));
	await record("erasing somebody with an account", () => erasePerson(deps, recordSources, system, email));
}

async function countRows(): Promise<Map<string, number>> {
	const { rows } = await app.deps.database.query(
		"select relname as table, reltuples::int as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
	);
	const grow = rows.filter(({ table }) => !Object.hasOwn(smallTables, String(table)));
	return new Map(grow.map(({ table, rows }) => [String(table), Number(rows)]));
}

test("every table that grows is full, so that the plans are those of a busy site", async () => {
	const sparse = [...(await countRows())].filter(([, rows]) => rows < fullTableRows * 0.9);
	expect(sparse, "fill it in tests/full-tables.ts").toEqual([]);
});

test("every statement finds its rows by an index, but for those whose reason is told", async () => {
	const rowCounts = await countRows();
	const found = new Set<string>();
	for (const { by, ...statement } of recorded.values()) {
		for (const cost of await costlySteps(app.deps.database, statement, rowCounts)) {
			found.add(`${by} ${cost}`);
		}
	}
	// Who reads all of them may as well sort them: that depends on the planner's random sample of the table.
	found.delete("/functions/v1/manage-invoices sorts invoices");
	expect([...found].sort()).toEqual(Object.keys(accepted).sort());
});

test("what refers to a row is found by an index when the row goes", async () => {
	const { rows } = await app.deps.database.query(
		`select conrelid::regclass::text as table, conname as reference from pg_constraint
			where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
				select from pg_index where indrelid = conrelid and indpred is null
					and (indkey::int2[])[0:cardinality(conkey) - 1] = conkey)`,
	);
	expect(rows).toEqual([]);
});
