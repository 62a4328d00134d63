import { randomUUID } from "node:crypto";
import { subDays } from "date-fns/subDays";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildMail } from "#tests/outbox.ts";
import { queueMail } from "./mail-outbox.server.ts";
import { mailsTable } from "./mails.table.ts";
import { testMailLimit } from "./test-mail.server.ts";

const app = startTestApp();
const withServer = startTestApp({ SMTP_URL: "smtps://robot:secret@mail.example:465" });
const limited = startTestApp({ RATE_LIMITS: "on" });
const inProduction = startTestApp({ NODE_ENV: "production", TRUSTED_PROXIES: "0", MAIL_DIR: "/mail" });
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

beforeEach(async () => {
	await app.deps.database.query("delete from pgboss.job");
	await app.deps.db.delete(mailsTable);
});

const call = (path: string, method = "GET") =>
	app.api.request(`/api/mails${path}`, { method, headers: { authorization } });
const queue = (overrides = {}) => queueMail(app.deps, app.deps.db, buildMail(overrides));
const list = async () => (await (await call("")).json()).rows;

test("lists what goes to somebody, newest first, without its content", async () => {
	await queue({ subject: "First" });
	await queue({ to: null, subject: "To nobody" });
	await queue({ subject: "Second" });
	const rows = await list();
	expect(rows.map((row: { subject: string }) => row.subject)).toEqual(["Second", "First"]);
	expect(rows[0]).toMatchObject({ recipient: "ada@example.com", status: "queued", attempts: 0, sent_at: null });
	expect(JSON.stringify(rows)).not.toContain("Guten Tag");
});

test("lists the mails of one record", async () => {
	const record = { table: "bookings", id: randomUUID() } as const;
	await queue({ record, subject: "Of the record" });
	await queue({ record: { ...record, table: "invoices" } });
	await queue();
	const { rows } = await (await call(`/of-record?table=bookings&id=${record.id}`)).json();
	expect(rows).toMatchObject([{ subject: "Of the record", record_id: record.id }]);
	expect((await call("/of-record?table=users&id=1")).status).toBe(422);
});

test("shows a message as it goes out, where no mail server is configured", async () => {
	await queue({
		replyTo: "visitor@example.com",
		calendar: { method: "REQUEST", content: "BEGIN:VCALENDAR" },
		attachments: [{ filename: "a.pdf", contentType: "application/pdf", content: "JVBERg==" }],
	});
	const [{ id }] = await list();
	const message = await (await call(`/${id}/message`)).json();
	expect(message).toMatchObject({
		text: buildMail().text,
		html: buildMail().html,
		link: buildMail().link,
		calendar: "BEGIN:VCALENDAR",
		attachments: [{ filename: "a.pdf", base64: "JVBERg==" }],
	});
	expect(message.headers).toMatch(/^Reply-To: visitor@example\.com\r$/m);
	expect(message.headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

// 56.1
test("a session of a while ago reads no account email, whose link opens an account", async () => {
	await queue({ kind: "account" });
	await queue();
	const { text, html, link } = buildMail();
	await app.deps.db.update(mailsTable).set({ status: "kept", content: { text, html, link: String(link) } });
	const admin = await signInAs(app.deps, { role: "admin" });
	const { session } = admin;
	await app.deps.db
		.update(sessionsTable)
		.set({ amr: [], created_at: subDays(testTime, 1) })
		.where(eq(sessionsTable.id, session.id));
	const answers = new Map<string, [number, string | undefined]>();
	for (const { id, kind } of await list()) {
		const answer = await app.api.request(`/api/mails/${id}/message`, { headers: admin.headers });
		answers.set(kind, [answer.status, (await answer.json()).code]);
	}
	expect(answers.get("account")).toEqual([403, "reauthentication_needed"]);
	expect(answers.get(buildMail().kind)).toEqual([200, undefined]);
	const [{ id }] = (await list()).filter(({ kind }: { kind: string }) => kind === "account");
	expect(await (await call(`/${id}/message`)).json()).toMatchObject({ link });
});

test("with a mail server says where mails go, without the password, and shows none of them", async () => {
	const admin = await signInAs(withServer.deps, { role: "admin" });
	const headers = { authorization: admin.authorization };
	const transport = await (await withServer.api.request("/api/mails/transport", { headers })).json();
	expect(transport).toMatchObject({ server: "mail.example:465", folder: null, undelivered: false });
	expect(JSON.stringify(transport)).not.toContain("secret");
	await queueMail(withServer.deps, withServer.deps.db, buildMail());
	const { rows } = await (await withServer.api.request("/api/mails", { headers })).json();
	expect((await withServer.api.request(`/api/mails/${rows[0].id}/message`, { headers })).status).toBe(404);
});

test("says that mails are not delivered only where people wait for them: in production without a mail server", async () => {
	expect(await (await call("/transport")).json()).toMatchObject({ server: null, undelivered: false });
	const { authorization } = await signInAs(inProduction.deps, { role: "admin" });
	const transport = await inProduction.api.request("/api/mails/transport", { headers: { authorization } });
	expect(await transport.json()).toMatchObject({ server: null, folder: "/mail", undelivered: true });
});

test("sends a failed mail again, and says why it cannot", async () => {
	await queue();
	const [{ id }] = await list();
	expect((await call(`/${id}/send-again`, "POST")).status).toBe(409);
	await app.deps.db.update(mailsTable).set({ status: "failed", attempts: 9, last_error: "Refused" });
	const again = await call(`/${id}/send-again`, "POST");
	expect(await again.json()).toMatchObject({ status: "queued", attempts: 0, last_error: null, may_go_again: false });
	expect((await call(`/${randomUUID()}/send-again`, "POST")).status).toBe(404);
	expect((await call("/1/send-again", "POST")).status).toBe(404);
});

test("an account mail is not sent again: its link has had its time", async () => {
	await queue({ kind: "account" });
	const [{ id }] = await list();
	await app.deps.db.update(mailsTable).set({ status: "failed", content: { text: "x", html: "x" } });
	expect((await call(`/${id}/send-again`, "POST")).status).toBe(409);
});

test("a test mail goes to the admin who asks for it, five times an hour at most", async () => {
	const admin = await signInAs(limited.deps, { role: "admin" });
	const headers = { authorization: admin.authorization };
	const send = () => limited.api.request("/api/mails/test", { method: "POST", headers });
	const list = async () => (await (await limited.api.request("/api/mails", { headers })).json()).rows;
	const answer = await send();
	expect([answer.status, await answer.json()]).toEqual([202, { recipient: admin.user.email }]);
	expect(await list()).toMatchObject([{ kind: "test", recipient: admin.user.email, status: "queued" }]);
	for (let sent = 1; sent < testMailLimit.points; sent++) expect((await send()).status).toBe(202);
	const refused = await send();
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await list()).toHaveLength(testMailLimit.points);
});

test("serves nobody but admins", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	const id = randomUUID();
	for (const [method, path] of [
		["GET", ""],
		["GET", `/of-record?table=bookings&id=${id}`],
		["GET", "/transport"],
		["GET", `/${id}/message`],
		["POST", "/test"],
		["POST", `/${id}/send-again`],
	] as const) {
		expect((await app.api.request(`/api/mails${path}`, { method })).status).toBe(401);
		const headers = { authorization: user.authorization };
		expect((await app.api.request(`/api/mails${path}`, { method, headers })).status).toBe(403);
	}
});
