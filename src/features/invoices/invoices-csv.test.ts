import { expect, test } from "vitest";
import { makeCsv } from "#admin/lists/csv.ts";
import { buildInvoiceDocument } from "#tests/factories/invoices.ts";
import { invoicesCsv } from "./invoices-csv.ts";

const row = (client_name: string) => ({
	...buildInvoiceDocument({ client_name }),
	id: "a",
	minor_digits: 2,
	notes: "Never exported",
	sent_at: null,
	reminded_at: null,
	first_viewed_at: null,
	created_at: "2026-11-20T12:00:00.000Z",
	updated_at: "2026-11-20T12:00:00.000Z",
});

test("one line per invoice below the names of the columns, amounts with 2 decimals, no internal notes", async () => {
	const file = await makeCsv([row("Marchetti, Theo")], invoicesCsv.toRecord);
	expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.bytes())).toBe(
		"\uFEFFNumber,Client,Company,Email,Issued,Due,Subtotal,Tax rate,Tax,Total,Currency,Paid,Credited,Balance,Status,Paid on\r\n" +
			'INV-2026-0042,"Marchetti, Theo",Marchetti Bakes LLC,theo@marchettibakes.example,2026-11-20,2026-12-20,1234.50,8.875,109.56,1344.06,USD,0.00,0.00,1344.06,Sent,',
	);
});

test("the payment has a day and no hour", () => {
	expect(invoicesCsv.toRecord({ ...row("Theo"), status: "paid", paid_at: "2026-11-22" })).toMatchObject({
		"Paid on": "2026-11-22",
	});
});
