import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { formatDollars, invoiceTotals } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { fallbacks, type InvoiceFormValues, newItem, numberOr, numbersOf } from "./invoice-form-values.ts";
import { invoiceLimits } from "./invoices.schema.ts";

/** The lines of the invoice; the last one cannot be removed. */
export function InvoiceItemsFields() {
	const { control } = useFormContext<InvoiceFormValues>();
	const { fields, append, remove } = useFieldArray({ control, name: "items" });
	return (
		<fieldset className="grid gap-3 rounded-md border border-border bg-card p-4">
			<legend className="sr-only">Items</legend>
			{fields.map((field, index) => (
				<ItemFields key={field.id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
			))}
			<Button
				size="dense"
				variant="secondary"
				className="justify-self-start"
				disabled={fields.length >= invoiceLimits.items}
				onClick={() => append(newItem, { focusName: `items.${fields.length}.description` })}
			>
				<Plus aria-hidden className="size-4" strokeWidth={1.75} />
				Add Item
			</Button>
		</fieldset>
	);
}

function ItemFields({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
	const { register, setValue, formState } = useFormContext<InvoiceFormValues>();
	const errors = formState.errors.items?.[index];

	/** What will be sent is what stands in the field. */
	function number(name: "quantity" | "unit_price") {
		const path = `items.${index}.${name}` as const;
		return register(path, {
			onBlur: (event) => setValue(path, String(numberOr(event.target.value, fallbacks[name]))),
		});
	}

	return (
		<fieldset className="grid grid-cols-2 items-start gap-3 border-border border-b pb-3 sm:grid-cols-[minmax(0,1fr)_6rem_7.5rem_7.5rem_2.75rem] md:grid-cols-[minmax(0,1fr)_6rem_7.5rem_7.5rem_2.125rem]">
			<legend className="sr-only">Item {index + 1}</legend>
			<TextField
				dense
				required
				label="Description"
				className="col-span-2 sm:col-span-1"
				maxLength={invoiceLimits.description}
				error={errors?.description?.message}
				{...register(`items.${index}.description`)}
			/>
			<TextField
				dense
				type="number"
				step="any"
				min="0"
				label="Quantity"
				error={errors?.quantity?.message}
				{...number("quantity")}
			/>
			<TextField
				dense
				type="number"
				step="0.01"
				min="0"
				label="Unit Price"
				error={errors?.unit_price?.message}
				{...number("unit_price")}
			/>
			<LineAmount index={index} />
			{onRemove && (
				<button
					type="button"
					aria-label={`Remove item ${index + 1}`}
					onClick={onRemove}
					className="mt-[1.4rem] grid size-11 cursor-pointer place-items-center justify-self-end rounded-sm text-muted-foreground hover:bg-secondary hover:text-foreground md:size-8.5"
				>
					<X aria-hidden className="size-4" strokeWidth={1.75} />
				</button>
			)}
		</fieldset>
	);
}

function LineAmount({ index }: { index: number }) {
	const item = useWatch<InvoiceFormValues, `items.${number}`>({ name: `items.${index}` });
	const { lines } = numbersOf({ items: [item], tax_rate: "" });
	return (
		<p className="grid gap-1.5">
			<span className="font-semibold text-xs">Amount</span>
			<output className="flex min-h-11 items-center font-semibold tabular-nums sm:justify-end md:min-h-8.5">
				{formatDollars(invoiceTotals(lines, 0).subtotal)}
			</output>
		</p>
	);
}
