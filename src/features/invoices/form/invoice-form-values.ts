import type { z } from "zod";
import type { KnownClient } from "#features/invoices/clients/clients.server.ts";
import { clientFields } from "#features/invoices/document/invoice-document.ts";
import { defaultDueDate, firmDay, termsFor } from "#features/invoices/invoice-days.ts";
import {
	invoiceFields,
	invoiceInputSchema,
	invoiceMessages,
	refusalMessage,
} from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { amountDecimals, hasDecimals } from "#lib/money.ts";
import { recordBy } from "#lib/pick.ts";

/** The values of the form's fields: text, as it was typed. */
export type InvoiceFormValues = ReturnType<typeof valuesOf>;

/** '9.50' for 9.5, as money is written. What has too many decimals stays as it is, to be refused. */
export const moneyText = (amount: number) =>
	hasDecimals(amount, amountDecimals) ? amount.toFixed(amountDecimals) : String(amount);

export const newItem = { description: "", quantity: "1", unit_price: moneyText(0) } as const;

/** The value used for non-numeric input (specification 5). */
export const fallbacks = { quantity: 1, unit_price: 0, tax_rate: 0 } as const;

/** The number that was typed, or the fallback for anything that isn't a number, including an empty field. */
export function numberOr(text: string, fallback: number): number {
	const number = text.trim() === "" ? Number.NaN : Number(text);
	return Number.isFinite(number) ? number : fallback;
}

/**
 * @param client whose fields are filled in already
 * @param item what was booked, as the first item
 */
export function newInvoiceValues(now: Date, client?: KnownClient, item = ""): InvoiceFormValues {
	return {
		...recordBy(invoiceFields, () => ""),
		...(client && recordBy(clientFields, (field) => client[field] ?? "")),
		due_date: defaultDueDate(now),
		tax_rate: "0",
		terms: termsFor(firmDay(now), defaultDueDate(now)),
		status: "draft",
		items: [{ ...newItem, description: item }],
	};
}

/** A new invoice for the same client with the same items, issued today. It has no number until it is saved. */
export function copyOf(invoice: PresentedInvoiceWithItems, now: Date): InvoiceFormValues {
	const { due_date, terms } = newInvoiceValues(now);
	const { issue_date, due_date: wasDue } = invoice;
	const values = valuesOf(invoice);
	return {
		...values,
		due_date,
		terms: values.terms === termsFor(issue_date, wasDue) ? terms : values.terms,
		status: "draft",
	};
}

export function valuesOf(invoice: PresentedInvoiceWithItems) {
	return {
		...recordBy(invoiceFields, (field) => String(invoice[field] ?? "")),
		status: invoice.status,
		items: invoice.invoice_items.map(({ description, quantity, unit_price }) => ({
			description,
			quantity: String(quantity),
			unit_price: moneyText(unit_price),
		})),
	};
}

/** The numbers that the totals are calculated from. */
export function numbersOf({ items, tax_rate }: Pick<InvoiceFormValues, "items" | "tax_rate">) {
	return {
		lines: items.map(({ quantity, unit_price }) => ({
			quantity: numberOr(quantity, fallbacks.quantity),
			unit_price: numberOr(unit_price, fallbacks.unit_price),
		})),
		taxRate: numberOr(tax_rate, fallbacks.tax_rate),
	};
}

export type Refusal = {
	message: string;
	/** Messages by the name of the field: 'client_name', 'items.0.description'. */
	fields: Map<string, string>;
};

/** Applies to one field what the specification says about the form as a whole. */
const fieldMessages: Record<string, string> = {
	[invoiceMessages.required]: "Please fill in this field.",
	[invoiceMessages.descriptions]: "Please describe this item.",
};

/** The body to send, or the reason why there is none. */
export const readInvoice = (values: InvoiceFormValues) => readForm(invoiceInputSchema, values);

/** The same of any form with an invoice's items. */
export function readForm<Output, Values extends Pick<InvoiceFormValues, "items" | "tax_rate">>(
	schema: z.ZodType<Output>,
	values: Values,
): { input: Output } | { refusal: Refusal } {
	const { lines, taxRate } = numbersOf(values);
	const parsed = schema.safeParse({
		...values,
		tax_rate: taxRate,
		items: values.items.map(({ description }, index) => ({ description, ...lines[index] })),
	});
	if (parsed.success) return { input: parsed.data };
	const { issues } = parsed.error;
	return {
		refusal: {
			message: refusalMessage(issues.map((issue) => issue.message)),
			fields: new Map(issues.map(({ path, message }) => [path.join("."), fieldMessages[message] ?? message])),
		},
	};
}
