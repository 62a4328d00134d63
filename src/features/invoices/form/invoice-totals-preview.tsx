import { useWatch } from "react-hook-form";
import { InvoiceTotals } from "#features/invoices/document/invoice-totals.tsx";
import { invoiceTotals } from "#lib/money.ts";
import { type InvoiceFormValues, numbersOf } from "./invoice-form-values.ts";

/** What the server will make of the lines, by the same code. */
export function InvoiceTotalsPreview() {
	const [items, tax_rate] = useWatch<InvoiceFormValues, ["items", "tax_rate"]>({ name: ["items", "tax_rate"] });
	const { lines, taxRate } = numbersOf({ items, tax_rate });
	return (
		<InvoiceTotals
			{...invoiceTotals(lines, taxRate)}
			tax_rate={taxRate}
			totalLabel="Total"
			className="sm:mr-14 md:mr-11.5"
		/>
	);
}
