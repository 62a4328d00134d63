import type { CreditNote } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { firmDay, writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import type { InvoiceStatus } from "#features/invoices/invoices.schema.ts";
import type { Invoice, InvoiceItem } from "#features/invoices/invoices.table.ts";
import type { StandingEntry } from "#features/invoices/ledger/entries.server.ts";
import { pick } from "#lib/pick.ts";

/** The addressee, line by line. */
export const clientFields = [
	"client_name",
	"client_company",
	"client_address",
	"client_email",
	"client_phone",
] as const;
const documentFields = [
	...clientFields,
	"invoice_number",
	"status",
	"issue_date",
	"due_date",
	"paid_at",
	"subtotal",
	"tax_rate",
	"tax_amount",
	"total_amount",
	"currency",
	"total_minor",
	"paid_minor",
	"credited_minor",
	"balance_minor",
	"terms",
] as const;
const itemFields = ["description", "quantity", "unit_price", "amount"] as const;

/**
 * Everything that a client may see of an invoice. The public page, the PDF, and the email are made from this. It never
 * contains the notes, and a new column of invoices stays private until it is named here.
 */
export type InvoiceDocument = Pick<Invoice, (typeof documentFields)[number]> & {
	items: Pick<InvoiceItem, (typeof itemFields)[number]>[];
	payments: StandingEntry[];
	credit_notes: IssuedCreditNote[];
	is_past_due: boolean;
};

/** What clients see of a credit note. */
export const issuedFields = ["credit_number", "issue_date", "total_minor"] as const;
export type IssuedCreditNote = Pick<CreditNote, (typeof issuedFields)[number]>;

type StoredInvoice = Omit<InvoiceDocument, "items" | "is_past_due"> & { invoice_items: InvoiceDocument["items"] };

/** @param now decides whether the invoice is past due: Staff may choose the status Overdue at any time */
export const documentOf = (invoice: StoredInvoice, now: Date): InvoiceDocument => ({
	...pick(invoice, [...documentFields, "payments", "credit_notes"]),
	is_past_due: isPastDue(invoice, firmDay(now)),
	items: invoice.invoice_items.map((item) => pick(item, itemFields)),
});

type Client = Pick<InvoiceDocument, (typeof clientFields)[number]>;

/** The name, followed by the other known lines. */
export const clientLines = (invoice: Client): string[] => clientFields.flatMap((field) => invoice[field] || []);

/** What stands beside the addressee on the page and in the PDF: names and values. */
export const documentFacts = (invoice: InvoiceDocument): [string, string][] => [
	["Number", invoice.invoice_number],
	["Issued", writeInvoiceDay(invoice.issue_date)],
	["Due", writeInvoiceDay(invoice.due_date)],
];

/** Whether a payment is still expected. */
export const isUnpaid = (status: InvoiceStatus) => status === "sent" || status === "overdue";

/** Whether there is something to remind the client of. */
export const isOpen = ({ status, balance_minor }: Pick<Invoice, "status" | "balance_minor">) =>
	isUnpaid(status) && balance_minor > 0;

/** Whether a payment is still expected, although the due date is over. */
export const isPastDue = ({ status, due_date }: Pick<Invoice, "status" | "due_date">, today: string) =>
	isUnpaid(status) && due_date < today;
