import type { z } from "zod";
import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { invoiceInputSchema } from "#features/invoices/invoices.schema.ts";
import { createInvoice, type InvoiceWithItems } from "#features/invoices/invoices.server.ts";
import type { Database } from "#platform/database/database.server.ts";

type InvoiceBody = z.input<typeof invoiceInputSchema>;

/** The body of manage-invoices. */
export function buildInvoice(overrides: Partial<InvoiceBody> = {}): InvoiceBody {
	return {
		client_name: "Theo Marchetti",
		client_email: "theo@marchettibakes.example",
		client_company: "Marchetti Bakes",
		client_address: "12 Mill Lane\nHudson, NY 12534",
		client_phone: "(555) 010-0131",
		due_date: "2026-04-03",
		tax_rate: 8.875,
		notes: "Pays late. Call Rosa first.",
		terms: "Payment is due within 30 days of invoice date.",
		status: "draft",
		items: [
			{ description: "Opening night photography", quantity: 1, unit_price: 1800 },
			{ description: "Prints", quantity: 2.5, unit_price: 19.99 },
		],
		...overrides,
	};
}

/** An invoice as clients see it. */
export function buildInvoiceDocument(overrides: Partial<InvoiceDocument> = {}): InvoiceDocument {
	const { status = "sent", total_amount = 1344.06, paid_minor = 0, credited_minor = 0 } = overrides;
	const total_minor = Math.round(total_amount * 100);
	const due = total_minor - credited_minor - paid_minor;
	const balance_minor = status === "cancelled" ? -paid_minor : status === "paid" ? Math.min(0, due) : due;
	return { ...plainDocument, total_minor, balance_minor, ...overrides };
}

const plainDocument = {
	invoice_number: "INV-2026-0042",
	status: "sent" as const,
	issue_date: "2026-11-20",
	due_date: "2026-12-20",
	paid_at: null,
	is_past_due: false,
	client_name: "Theo Marchetti",
	client_email: "theo@marchettibakes.example",
	client_company: "Marchetti Bakes LLC",
	client_address: "12 Mill Lane\nHudson, NY 12534",
	client_phone: "(555) 010-0131",
	items: [{ description: "Opening night photography", quantity: 1.5, unit_price: 823, amount: 1234.5 }],
	subtotal: 1234.5,
	tax_rate: 8.875,
	tax_amount: 109.56,
	total_amount: 1344.06,
	currency: "USD",
	paid_minor: 0,
	credited_minor: 0,
	payments: [],
	credit_notes: [],
	terms: "Payment is due within 30 days of invoice date.",
};

export function insertInvoice(
	db: Database,
	now: Date,
	overrides: Partial<InvoiceBody> = {},
): Promise<InvoiceWithItems> {
	return createInvoice(db, now, invoiceInputSchema.parse(buildInvoice(overrides)));
}
