import { clsx } from "clsx";
import { Plus, X } from "lucide-react";
import type { ComponentProps, PointerEvent } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { goOnByEnter } from "#admin/editing/enter-goes-on.ts";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { InvoiceTotals } from "#features/invoices/document/invoice-totals.tsx";
import { invoiceInputSchema, invoiceLimits } from "#features/invoices/invoices.schema.ts";
import { Money } from "#features/invoices/money.tsx";
import { moneyIn } from "#lib/money.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { fallbacks, type InvoiceFormValues, moneyText, newItem, numberOr, numbersOf } from "./invoice-form-values.ts";

/** The lines of the invoice; the last one cannot be removed. */
/** @param currency of the invoice */
export function InvoiceItemsFields({ currency }: { currency: string }) {
	const { control } = useFormContext<InvoiceFormValues>();
	const { fields, append, remove } = useFieldArray({ control, name: "items" });
	const isFull = fields.length >= invoiceLimits.items;
	const add = () => append(newItem, { focusName: `items.${fields.length}.description` });
	return (
		<fieldset
			onKeyDown={(event) => goOnByEnter(event, isFull ? undefined : add)}
			className="grid gap-3 rounded-md border border-border bg-card p-4"
		>
			<legend className="sr-only">Items</legend>
			{fields.map((field, index) => (
				<ItemFields
					key={field.id}
					index={index}
					currency={currency}
					onRemove={fields.length > 1 ? () => remove(index) : undefined}
				/>
			))}
			<div className="flex flex-wrap items-start gap-x-4 gap-y-5 sm:mt-2 sm:border-border sm:border-t sm:pt-4">
				<DeskButton disabled={isFull} onClick={add} icon={Plus}>
					Add Item
				</DeskButton>
				<InvoiceTotalsPreview currency={currency} />
			</div>
		</fieldset>
	);
}

function ItemFields({
	index,
	currency,
	onRemove,
}: {
	index: number;
	currency: string;
	onRemove: (() => void) | undefined;
}) {
	const form = useFormContext<InvoiceFormValues>();
	const field = fieldsOf(form, invoiceInputSchema);

	/** What will be sent is what stands in the field. */
	function number(name: "quantity" | "unit_price") {
		const path = `items.${index}.${name}` as const;
		return field(path, {
			onBlur: (event) => {
				const typed = numberOr(event.target.value, fallbacks[name]);
				form.setValue(path, name === "unit_price" ? moneyText(typed) : String(typed));
			},
		});
	}

	return (
		<fieldset
			data-row
			className={clsx(
				"grid grid-cols-2 items-start gap-3 border-border border-b pb-4 sm:grid-cols-[minmax(0,1fr)_6rem_7.5rem_7rem_2.75rem] sm:border-b-0 sm:pb-0 md:grid-cols-[minmax(0,1fr)_6rem_7.5rem_7rem_2.125rem]",
				// Side by side, the labels of the first line head the columns.
				index > 0 && "sm:[&_label]:sr-only",
			)}
		>
			<legend className="sr-only">Item {index + 1}</legend>
			<TextField label="Description" className="max-sm:col-span-2" {...field(`items.${index}.description`)} />
			<TextField type="number" step="any" label="Quantity" onPointerDown={selectOnFirstClick} {...number("quantity")} />
			<MoneyField label="Unit Price" currency={currency} onPointerDown={selectOnFirstClick} {...number("unit_price")} />
			<LineAmount index={index} currency={currency} isHeaded={index === 0} />
			{onRemove && (
				<button
					type="button"
					aria-label={`Remove item ${index + 1}`}
					onClick={onRemove}
					className={clsx(
						"grid size-11 justify-self-end cursor-pointer place-items-center justify-self-end rounded-sm text-muted-foreground hover:bg-secondary hover:text-foreground md:size-8.5",
						index === 0 && "sm:mt-[1.4rem]",
					)}
				>
					<X aria-hidden className="size-4" strokeWidth={1.75} />
				</button>
			)}
		</fieldset>
	);
}

/** The click that leads into a number selects it, as the Tab key does. Otherwise what is typed joins the preset digits. */
export function selectOnFirstClick({ currentTarget }: PointerEvent<HTMLInputElement>): void {
	if (document.activeElement === currentTarget) return;
	currentTarget.addEventListener("click", () => currentTarget.select(), { once: true });
}

function LineAmount({ index, currency, isHeaded }: { index: number; currency: string; isHeaded: boolean }) {
	const item = useWatch<InvoiceFormValues, `items.${number}`>({ name: `items.${index}` });
	const { lines } = numbersOf({ items: [item], tax_rate: "" });
	return (
		<p className="flex items-center gap-3 sm:grid sm:gap-1.5 sm:text-right">
			<span className={clsx("font-semibold text-xs", !isHeaded && "sm:sr-only")}>Amount</span>
			<output className="flex min-h-11 items-center justify-end font-semibold md:min-h-8.5">
				<Money amount={moneyIn(currency).invoiceTotals(lines, 0).subtotal} currency={currency} />
			</output>
		</p>
	);
}

/** What the server will make of the lines, by the same code. */
function InvoiceTotalsPreview({ currency }: { currency: string }) {
	const [items, tax_rate] = useWatch<InvoiceFormValues, ["items", "tax_rate"]>({ name: ["items", "tax_rate"] });
	const { lines, taxRate } = numbersOf({ items, tax_rate });
	const { invoiceTotals, formatAmount } = moneyIn(currency);
	const totals = invoiceTotals(lines, taxRate);
	return (
		<InvoiceTotals
			{...totals}
			tax_rate={taxRate}
			currency={currency}
			last={{ label: "Total", amount: formatAmount(totals.total_amount) }}
			className="sm:mr-14 md:mr-11.5"
		/>
	);
}

type MoneyFieldProps = Omit<ComponentProps<"input">, "children"> &
	Pick<ComponentProps<typeof Field>, "label" | "error" | "hint" | "dense"> & { currency: string };

/** An amount in an invoice's currency, with its symbol in front. */
export function MoneyField({ label, error, hint, dense, required, className, currency, ...input }: MoneyFieldProps) {
	const { symbol, decimals } = moneyIn(currency);
	return (
		<Field {...{ label, error, hint, required }} {...(dense && { dense })} {...(className && { className })}>
			{(control) => (
				<span className="relative grid items-center">
					<span aria-hidden className="pointer-events-none absolute left-2.5 text-muted-foreground">
						{symbol}
					</span>
					<input
						type="number"
						step={10 ** -decimals}
						{...input}
						{...control}
						className={clsx(control.className, symbol.length > 1 ? "pl-11!" : "pl-6!", "text-right")}
					/>
				</span>
			)}
		</Field>
	);
}
