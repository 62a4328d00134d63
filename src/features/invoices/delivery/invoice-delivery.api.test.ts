import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { sendMailAgain, sendQueuedMail } from "#features/mails/mail-outbox.server.ts";
import { listRecordMails } from "#features/mails/mails.server.ts";
import { type OutgoingMail, openMailer } from "#platform/mail/mailer.server.ts";
import { tokenHash } from "#platform/process/tokens.server.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { renewPrivateLink } from "#wiring.server.ts";
import { sendInvoice, sendInvoiceMails } from "./invoice-delivery.server.ts";
import { findPublicInvoice } from "./invoice-links.server.ts";
import { remindClients } from "./invoice-schedule.server.ts";
import { publicPath } from "./invoice-token.server.ts";

// In a file of its own: what works off the queue goes on doing so.
const app = startTestApp();

test("a sent invoice reaches the outbox as a mail with the PDF and the link, as it was when it was sent", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { notes: "Secret margin" });
	await sendInvoice(app.deps, id);
	await sendInvoiceMails(app.deps);
	await expect.poll(() => app.mails()).toHaveLength(1);
	const [mail] = await app.mails();
	expect(mail).toMatchObject({
		to: "theo@marchettibakes.example",
		subject: "Invoice INV-2026-0001 from Pilcrow Communications",
		link: "http://site.test/invoice/…",
		attachments: [{ filename: "INV-2026-0001.pdf", contentType: "application/pdf" }],
	});
	expect(mail?.text).toContain("$2,014.17");
	expect(mail?.text).not.toContain("Secret");
	expect(Buffer.from(mail?.attachments?.[0]?.content ?? "", "base64").toString("latin1", 0, 5)).toBe("%PDF-");
});

test("a reminder whose PDF would show boxes is marked as failed until staff send it anyway", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, {
		status: "sent",
		client_name: "ვახტანგი",
		due_date: "2026-02-20",
	});
	await remindClients(app.deps, [7]);
	await sendInvoiceMails(app.deps);
	const reminders = () => listRecordMails(app.deps.db, { table: "invoices", id });
	await expect.poll(async () => (await reminders()).map(({ status }) => status)).toEqual(["failed"]);
	const [reminder] = await reminders();
	expect(reminder).toMatchObject({
		kind: "reminder",
		last_error: expect.stringContaining("The PDF can't display ვ"),
	});
	await sendMailAgain(app.deps, reminder?.id ?? "");
	const [mail] = (await app.mails()).filter(({ kind }) => kind === "reminder");
	expect(mail?.attachments).toMatchObject([{ contentType: "application/pdf" }]);
});

// A12
test("no row holds a link that opens an invoice, and the emails that are sent do", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { client_name: "Nora Vale" });
	const path = publicPath(await sendInvoice(app.deps, id), app.deps.settings) ?? "";
	await sendInvoiceMails(app.deps);
	const sent: OutgoingMail[] = [];
	const mailer = {
		...openMailer(app.deps.settings.mail, app.deps.logger),
		send: async (mail: OutgoingMail) => void sent.push(mail),
	};
	await expect.poll(async () => (await app.mails()).some(({ text }) => text.includes("Nora"))).toBe(true);
	await sendQueuedMail(app.deps, mailer, renewPrivateLink(app.deps));
	const letterTo = () => sent.filter(({ content }) => content.text.includes("Nora")).at(-1)?.content;
	await expect.poll(letterTo).toMatchObject({ link: `http://site.test${path}`, html: expect.stringContaining(path) });
	const token = path.split("/").at(-1) ?? "";
	expect(await findPublicInvoice(app.deps.db, token, testTime)).toBeDefined();
	for (const { table_schema, table_name } of (
		await app.deps.database.query(
			"select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')",
		)
	).rows) {
		const { rows } = await app.deps.database.query(
			`select count(*)::int as found from "${table_schema}"."${table_name}" t where strpos(t::text, $1) > 0`,
			[token],
		);
		expect([table_name, rows[0]?.found]).toEqual([table_name, 0]);
	}
});

// A12
test("a link of an earlier version or another secret opens its invoice until an email makes a new one", async () => {
	const { db, settings } = app.deps;
	const { id } = await insertInvoice(db, testTime, { status: "sent" });
	const link = {
		public_token_hash: tokenHash("earlier"),
		public_seed: null,
		public_expires_at: new Date("2027-01-01"),
	};
	await db.update(invoicesTable).set(link).where(eq(invoicesTable.id, id));
	expect(await findPublicInvoice(db, "earlier", testTime)).toBeDefined();
	const sent = await sendInvoice(app.deps, id);
	const token = publicPath(sent, settings)?.split("/").at(-1) ?? "";
	expect(await findPublicInvoice(db, token, testTime)).toBeDefined();
	expect(await findPublicInvoice(db, "earlier", testTime)).toBeUndefined();
	expect(
		publicPath(sent, { ...settings, auth: { ...settings.auth, jwtSecret: "another-secret".repeat(3) } }),
	).toBeNull();
});
