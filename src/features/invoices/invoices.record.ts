import type { RecordDefinition } from "#lib/record.ts";
import { invoiceStatusLabels, invoiceStatusTones } from "./invoices.schema.ts";
import type { Invoice } from "./invoices.table.ts";

export const invoiceRecord = {
	table: "invoices",
	kind: "invoice",
	area: "money",
	label: "Invoice",
	noun: "invoice",
	path: (id: string) => `/admin/invoices/${id}`,
	list: { label: "Invoices", path: "/admin/invoices", screen: "features/invoices/invoices-screen.tsx" },
	orderedBy: "created_at",
	statuses: { labels: invoiceStatusLabels, tones: invoiceStatusTones },
	fields: {
		invoice_number: "Number",
		client_name: "Client",
		client_company: "Company",
		client_email: "Email",
		issue_date: "Issued",
		due_date: "Due",
		subtotal: "Subtotal",
		tax_rate: "Tax rate",
		tax_amount: "Tax",
		total_amount: "Total",
		currency: "Currency",
		paid_minor: "Paid",
		credited_minor: "Credited",
		balance_minor: "Balance",
		status: "Status",
		paid_at: "Paid on",
	},
	search: {
		in: ["invoice_number", "client_name", "client_email", "client_company"],
		title: "invoice_number",
		detail: "client_name",
	},
	person: { email: "client_email", title: "invoice_number", plural: "invoices", keptAs: "invoice_number" },
	logged: {
		as: "invoice_number",
		without: [
			...["updated_at", "version", "save_ids", "overdue_for", "public_expires_at", "public_seed", "reminded_at"],
			// What follows from the total and the ledger, whose entries are acts of their own.
			...["total_minor", "paid_minor", "credited_minor", "balance_minor"],
		],
		secret: ["public_token_hash"],
		always: true,
	},
	live: { dated: true },
	mailed: true,
	api: { path: "/api/invoices", endpoints: ["update", "statuses"] },
} as const satisfies RecordDefinition<Invoice>;
