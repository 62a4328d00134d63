import { clsx } from "clsx";
import { type ReactNode, useRef, useState } from "react";
import { type FieldPath, FormProvider, useForm } from "react-hook-form";
import { z } from "zod";
import { goOnByEnter } from "#admin/editing/enter-goes-on.ts";
import { refuseHalfTyped } from "#admin/editing/half-typed.ts";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { termsFor } from "#features/invoices/invoice-days.ts";
import {
	type InvoiceInput,
	invoiceInputSchema,
	invoiceStatuses,
	invoiceStatusLabels,
} from "#features/invoices/invoices.schema.ts";
import { invoiceTotals } from "#lib/money.ts";
import { ButtonLink, PrimaryButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { DialogCancel } from "#ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { mayTakeFocus } from "#ui/focus/screen-start.ts";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { toast } from "#ui/toast.ts";
import { ClientFields } from "./client-fields.tsx";
import { fallbacks, type InvoiceFormValues, numberOr, readInvoice } from "./invoice-form-values.ts";
import { InvoiceItemsFields, selectOnFirstClick } from "./invoice-items-fields.tsx";

type InvoiceFormProps = {
	title: string;
	defaultValues: InvoiceFormValues;
	/** The day on which it was, or will be, issued. */
	issued: string;
	currency: string;
	/** Only an existing invoice has a status to choose. */
	editing: boolean;
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
	/** An invoice of $0.00, until someone has said that this is meant. */
	const [unpriced, setUnpriced] = useState<InvoiceInput>();
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
		if ("input" in answer) {
			if (bills(answer.input)) onSubmit(answer.input);
			else setUnpriced(answer.input);
			return;
		}
		toast({ title: "Validation Error", description: answer.refusal.message, tone: "destructive" });
		let first = true;
		for (const [name, message] of answer.refusal.fields) {
			// The schema's fields are the form's.
			form.setError(name as FieldPath<InvoiceFormValues>, { message }, { shouldFocus: first });
			first = false;
		}
	}

	return (
		<FormProvider {...form}>
			<form
				noValidate
				onSubmit={form.handleSubmit(handleValues)}
				onKeyDown={goOnByEnter}
				className="grid max-w-4xl gap-4 2xl:max-w-none 2xl:grid-cols-[minmax(0,56rem)_minmax(0,1fr)] 2xl:items-start"
			>
				{/* Stays in sight: on a phone the form is two screens long. */}
				<div className="sticky top-12 z-25 -mx-4 -mt-4 flex flex-wrap items-center gap-2 bg-background px-4 py-2 md:-mx-5 md:-mt-5 md:px-5 md:pt-5 2xl:col-span-2">
					<ScreenTitle>{title}</ScreenTitle>
					<div className="ml-auto flex gap-2">
						<ButtonLink to={cancelTo}>Cancel</ButtonLink>
						<SubmitButton busy={saving}>
							{saving ? "Saving..." : editing ? "Update Invoice" : "Create Invoice"}
						</SubmitButton>
					</div>
				</div>
				<Section title="Client">
					<ClientFields autoFocus={!defaultValues.client_name && mayTakeFocus()} />
				</Section>
				<Section title="Invoice" className={editing ? "md:grid-cols-3" : undefined}>
					<TextField
						type="date"
						label="Due Date"
						{...field("due_date", { onChange: (event) => followDueDate(event.target.value) })}
					/>
					<TextField
						type="number"
						step="0.01"
						label="Tax Rate (%)"
						onPointerDown={selectOnFirstClick}
						{...field("tax_rate", {
							onBlur: (event) => setValue("tax_rate", String(numberOr(event.target.value, fallbacks.tax_rate))),
						})}
					/>
					{editing && (
						<SelectField
							label="Status"
							options={invoiceStatuses.map((value) => ({ value, label: invoiceStatusLabels[value] }))}
							{...field("status")}
						/>
					)}
				</Section>
				<InvoiceItemsFields currency={currency} />
				<Section title="Text">
					<TextArea rows={3} label="Terms" {...field("terms")} />
					<TextArea
						rows={3}
						label="Internal Notes"
						hint="Only staff can see these notes. They never appear in the PDF, in the email, or on the public page."
						{...field("notes")}
					/>
				</Section>
			</form>
			{unpriced && (
				<UnpricedQuestion
					action={editing ? "Update Invoice" : "Create Invoice"}
					onClose={() => setUnpriced(undefined)}
					onConfirm={() => {
						setUnpriced(undefined);
						onSubmit(unpriced);
					}}
				/>
			)}
			<UnsavedChangesGuard
				warning="Your changes to this invoice haven't been saved."
				unsaved={() => isDirty && !isSaved()}
			/>
		</FormProvider>
	);
}

/** Whether there is anything to pay. */
const bills = ({ items, tax_rate }: InvoiceInput) => invoiceTotals(items, tax_rate).total_amount > 0;

/** A price may be 0 (specification 5), but a client who is asked for nothing has more often met a forgotten price. */
function UnpricedQuestion({ action, onClose, onConfirm }: { action: string; onClose(): void; onConfirm(): void }) {
	return (
		<QuestionDialog
			title="Nothing to Pay"
			onClose={onClose}
			answers={
				<>
					<DialogCancel>Keep Editing</DialogCancel>
					<PrimaryButton onClick={onConfirm}>{action}</PrimaryButton>
				</>
			}
		>
			<p>The total of this invoice is $0.00. Save it without a price?</p>
		</QuestionDialog>
	);
}

function Section({
	title,
	className,
	children,
}: {
	title: string;
	className?: string | undefined;
	children: ReactNode;
}) {
	return (
		<fieldset className={clsx("grid gap-4 rounded-md border border-border bg-card p-4 sm:grid-cols-2", className)}>
			<legend className="sr-only">{title}</legend>
			{children}
		</fieldset>
	);
}
