import { expect, test } from "vitest";
import { sendMailAgain } from "#features/mails/mail-outbox.server.ts";
import { listRecordMails } from "#features/mails/mails.server.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { sendInvoice, sendInvoiceMails } from "./invoice-delivery.server.ts";
import { remindClients } from "./invoice-schedule.server.ts";

// In a file of its own: what works off the queue goes on doing so.
const app = startTestApp();

test("a sent invoice reaches the outbox as a mail with the PDF and the link, as it was when it was sent", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { notes: "Secret margin" });
	const { public_token } = await sendInvoice(app.deps, id);
	await sendInvoiceMails(app.deps);
	await expect.poll(() => app.mails()).toHaveLength(1);
	const [mail] = await app.mails();
	expect(mail).toMatchObject({
		to: "theo@marchettibakes.example",
		subject: "Invoice INV-2026-0001 from Pilcrow Communications",
		link: `http://site.test/invoice/${public_token}`,
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
