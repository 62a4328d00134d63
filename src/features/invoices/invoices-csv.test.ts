import { expect, test } from "vitest";
import { makeCsv } from "#admin/lists/csv.ts";
import { invoicesCsv } from "./invoices-csv.ts";

const row = (client_name: string) => ({
	id: "a",
	invoice_number: "INV-2026-0001",
	client_name,
	client_email: "theo@marchettibakes.example",
	client_company: null,
	client_address: null,
	client_phone: null,
	issue_date: "2026-11-20",
	due_date: "2026-12-20",
	tax_rate: 8.5,
	subtotal: 100,
	tax_amount: 8.5,
	total_amount: 108.5,
	notes: "Never exported",
	terms: null,
	status: "sent" as const,
	sent_at: null,
	reminded_at: null,
	first_viewed_at: null,
	paid_at: null,
	created_at: "2026-11-20T12:00:00.000Z",
	updated_at: "2026-11-20T12:00:00.000Z",
});

test("one line per invoice below the names of the columns, amounts with 2 decimals, no internal notes", async () => {
	const file = await makeCsv([row("Marchetti, Theo")], invoicesCsv.toRecord);
	expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.bytes())).toBe(
		"\uFEFFNumber,Client,Company,Email,Issued,Due,Subtotal,Tax rate,Tax,Total,Status,Paid on\r\n" +
			'INV-2026-0001,"Marchetti, Theo",,theo@marchettibakes.example,2026-11-20,2026-12-20,100.00,8.5,8.50,108.50,Sent,',
	);
});

test("the payment has a day and no hour", () => {
	expect(invoicesCsv.toRecord({ ...row("Theo"), status: "paid", paid_at: "2026-11-22" })).toMatchObject({
		"Paid on": "2026-11-22",
	});
});
