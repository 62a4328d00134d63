import { expect, test } from "vitest";
import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { buildInvoiceDocument } from "#tests/factories/invoices.ts";
import { invoiceMail, receiptMail, reminderMail } from "./invoice-mails.server.ts";

const invoice = buildInvoiceDocument();

const billing = {
	legalName: "",
	address: [],
	taxId: "",
	bank: [{ label: "Account number", value: "000123456" }],
	check: { payableTo: "", address: [] },
};

test("an invoice's email begins with the amount and the due date, and says how to pay", () => {
	const { html, text } = invoiceMail(invoice, undefined, billing);
	expect(html).toMatch(/<h1[^>]*>\$1,344\.06 due December 20, 2026<\/h1>/);
	expect(text).toContain("Bank transfer: Account number: 000123456\nBank transfer: Reference: INV-2026-0042");
	expect(reminderMail(invoice, undefined, billing).text).toContain("000123456");
});

test("where nothing is owed or no way to pay is known, the email names none", () => {
	expect(invoiceMail({ ...invoice, status: "paid" }, undefined, billing).text).not.toContain("000123456");
	expect(invoiceMail(invoice).text).not.toMatch(/Bank transfer|Check/);
});

test("an invoice's email says whether a payment is due, was due, or isn't needed", () => {
	const textFor = (status: InvoiceDocument["status"], is_past_due = false) =>
		invoiceMail({ ...invoice, status, is_past_due }).text;
	for (const status of ["sent", "overdue"] as const) {
		expect(textFor(status)).toContain("for $1,344.06 is due on December 20, 2026.");
		expect(textFor(status, true)).toContain("for $1,344.06 was due on December 20, 2026.");
	}
	for (const status of ["paid", "cancelled"] as const) {
		expect(textFor(status)).toContain("for $1,344.06 requires no payment.");
	}
});

test("a receipt says what is still open, that all is paid, or that the invoice was canceled", () => {
	const textFor = (overrides: Partial<InvoiceDocument>) =>
		receiptMail(buildInvoiceDocument(overrides), { effect_minor: 30_000, received_on: "2026-03-02" }).text;
	expect(textFor({ paid_minor: 30_000 })).toContain("$1,044.06 is still open.");
	expect(textFor({ status: "paid" })).toContain("The invoice is now paid in full.");
	expect(textFor({ status: "cancelled", paid_minor: 30_000 })).toContain("This invoice was canceled.");
});
