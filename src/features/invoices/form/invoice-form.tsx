import { useRef } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { z } from "zod";
import { refuseHalfTyped } from "#admin/editing/half-typed.ts";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { termsFor } from "#features/invoices/invoice-days.ts";
import {
	type InvoiceInput,
	invoiceInputSchema,
	invoiceStatuses,
	invoiceStatusLabels,
} from "#features/invoices/invoices.schema.ts";
import { ledgerMessages } from "#features/invoices/ledger/ledger.schema.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { mayTakeFocus } from "#ui/focus/screen-start.ts";
import { ClientFields } from "./client-fields.tsx";
import { FormFrame, Section, showRefusal } from "./form-frame.tsx";
import { type InvoiceFormValues, readInvoice } from "./invoice-form-values.ts";
import { InvoiceItemsFields } from "./invoice-items-fields.tsx";
import { TaxRateField, TextFields } from "./invoice-text-fields.tsx";
import { useUnpricedQuestion } from "./unpriced-question.tsx";

type InvoiceFormProps = {
	title: string;
	defaultValues: InvoiceFormValues;
	/** The day on which it was, or will be, issued. */
	issued: string;
	currency: string;
	/** Only an existing invoice has a status to choose. */
	editing: boolean;
	/** Payments or credit notes keep items and tax as they are. */
	fixed: boolean;
	saving: boolean;
	cancelTo: string;
	/** What stands in the form is stored: it may be left. */
	isSaved(): boolean;
	onSubmit(input: InvoiceInput): void;
};

export function InvoiceForm({
	title,
	defaultValues,
	issued,
	currency,
	editing,
	fixed,
	saving,
	cancelTo,
	isSaved,
	onSubmit,
}: InvoiceFormProps) {
	const form = useForm<InvoiceFormValues>({
		defaultValues,
		resolver: refuseHalfTyped((values) => ({ values, errors: {} })),
	});
	const { getValues, setValue } = form;
	const usualTerms = useRef(termsFor(issued, defaultValues.due_date));
	const action = editing ? "Update Invoice" : "Create Invoice";
	const { submit, question } = useUnpricedQuestion("this invoice", action, onSubmit);
	const { isDirty } = form.formState;
	const field = fieldsOf(form, invoiceInputSchema);

	/** The usual terms name the days until the due date. Terms in other words stay. */
	function followDueDate(due: string): void {
		if (!z.iso.date().safeParse(due).success) return;
		const next = termsFor(issued, due);
		if (getValues("terms") === usualTerms.current) setValue("terms", next, { shouldDirty: true });
		usualTerms.current = next;
	}

	function handleValues(values: InvoiceFormValues): void {
		const answer = readInvoice(values);
		if ("input" in answer) submit(answer.input);
		else showRefusal(form, answer.refusal);
	}

	return (
		<FormProvider {...form}>
			<FormFrame
				title={title}
				action={action}
				busy={saving}
				cancelTo={cancelTo}
				onSubmit={form.handleSubmit(handleValues)}
			>
				<Section title="Client">
					<ClientFields autoFocus={!defaultValues.client_name && mayTakeFocus()} />
				</Section>
				<Section title="Invoice" className={editing ? "md:grid-cols-3" : undefined}>
					<TextField
						type="date"
						label="Due Date"
						{...field("due_date", { onChange: (event) => followDueDate(event.target.value) })}
					/>
					<TaxRateField />
					{editing && (
						<SelectField
							label="Status"
							options={invoiceStatuses.map((value) => ({ value, label: invoiceStatusLabels[value] }))}
							{...field("status")}
						/>
					)}
				</Section>
				{fixed && (
					<p role="note" className="rounded-sm border border-input bg-muted px-3 py-2">
						{ledgerMessages.fixed}
					</p>
				)}
				<InvoiceItemsFields currency={currency} />
				<TextFields />
			</FormFrame>
			{question}
			<UnsavedChangesGuard
				warning="Your changes to this invoice haven't been saved."
				unsaved={() => isDirty && !isSaved()}
			/>
		</FormProvider>
	);
}
