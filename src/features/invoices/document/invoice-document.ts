import type { InvoiceStatus } from "#features/invoices/invoices.schema.ts";

/**
 * All that a client may see of an invoice: what the public page, the PDF and the mail are made from. Never the notes.
 */
export type InvoiceDocument = {
	invoice_number: string;
	status: InvoiceStatus;
	issue_date: string;
	due_date: string;
	client_name: string;
	client_email: string;
	client_company: string | null;
	client_address: string | null;
	client_phone: string | null;
	items: { description: string; quantity: number; unit_price: number; amount: number }[];
	subtotal: number;
	tax_rate: number;
	tax_amount: number;
	total_amount: number;
	terms: string | null;
};

type StoredInvoice = Omit<InvoiceDocument, "items"> & { invoice_items: InvoiceDocument["items"] };

/** Field by field, so that what is added to invoices stays private until it is added here. */
export function documentOf(invoice: StoredInvoice): InvoiceDocument {
	return {
		invoice_number: invoice.invoice_number,
		status: invoice.status,
		issue_date: invoice.issue_date,
		due_date: invoice.due_date,
		client_name: invoice.client_name,
		client_email: invoice.client_email,
		client_company: invoice.client_company,
		client_address: invoice.client_address,
		client_phone: invoice.client_phone,
		items: invoice.invoice_items.map(({ description, quantity, unit_price, amount }) => ({
			description,
			quantity,
			unit_price,
			amount,
		})),
		subtotal: invoice.subtotal,
		tax_rate: invoice.tax_rate,
		tax_amount: invoice.tax_amount,
		total_amount: invoice.total_amount,
		terms: invoice.terms,
	};
}

type Texts = Pick<
	InvoiceDocument,
	"client_name" | "client_email" | "client_company" | "client_address" | "client_phone" | "terms"
> & { items: { description: string }[] };

/** Every text in the PDF that a person has written. */
export const writtenText = (invoice: Texts) =>
	[
		invoice.client_name,
		invoice.client_email,
		invoice.client_company,
		invoice.client_address,
		invoice.client_phone,
		...invoice.items.map((item) => item.description),
		invoice.terms,
	]
		.filter((text) => text !== null)
		.join("\n");

/** Whether money is still expected. */
export const isUnpaid = (status: InvoiceStatus) => status === "sent" || status === "overdue";
