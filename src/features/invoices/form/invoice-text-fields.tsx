import { useFormContext } from "react-hook-form";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { invoiceInputSchema } from "#features/invoices/invoices.schema.ts";
import { TextArea, TextField } from "#ui/field.tsx";
import { Section } from "./form-frame.tsx";
import { fallbacks, type InvoiceFormValues, numberOr } from "./invoice-form-values.ts";
import { selectOnFirstClick } from "./invoice-items-fields.tsx";

export function TaxRateField() {
	const form = useFormContext<InvoiceFormValues>();
	return (
		<TextField
			type="number"
			step="0.01"
			label="Tax Rate (%)"
			onPointerDown={selectOnFirstClick}
			{...fieldsOf(form, invoiceInputSchema)("tax_rate", {
				onBlur: (event) => form.setValue("tax_rate", String(numberOr(event.target.value, fallbacks.tax_rate))),
			})}
		/>
	);
}

export function TextFields() {
	const field = fieldsOf(useFormContext<InvoiceFormValues>(), invoiceInputSchema);
	return (
		<Section title="Text">
			<TextArea rows={3} label="Terms" {...field("terms")} />
			<TextArea
				rows={3}
				label="Internal Notes"
				hint="Only staff can see these notes. They never appear in the PDF, in the email, or on the public page."
				{...field("notes")}
			/>
		</Section>
	);
}
