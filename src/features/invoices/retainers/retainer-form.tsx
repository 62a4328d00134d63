import { type ReactNode, useEffect, useRef } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { refuseHalfTyped } from "#admin/editing/half-typed.ts";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { ClientFields } from "#features/invoices/form/client-fields.tsx";
import { FormFrame, Section, showRefusal } from "#features/invoices/form/form-frame.tsx";
import { numberOr, readForm } from "#features/invoices/form/invoice-form-values.ts";
import { InvoiceItemsFields, selectOnFirstClick } from "#features/invoices/form/invoice-items-fields.tsx";
import { TaxRateField, TextFields } from "#features/invoices/form/invoice-text-fields.tsx";
import { useUnpricedQuestion } from "#features/invoices/form/unpriced-question.tsx";
import { frequencies } from "#lib/recurring/occurrences.ts";
import { site } from "#site.config.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { mayTakeFocus } from "#ui/focus/screen-start.ts";
import { newRetainerValues, type RetainerFormValues, termsDueIn, valuesOf } from "./retainer-form-values.ts";
import { RetainerPreview } from "./retainer-preview.tsx";
import { retainersPath } from "./retainers.list.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";
import {
	frequencyLabels,
	type RetainerInput,
	retainerFields,
	retainerInputSchema,
	retainerStateLabels,
	retainerStateTones,
} from "./retainers.schema.ts";

type RetainerFormProps = {
	/** What the form is filled from; undefined for a new one. */
	source: PresentedRetainer | undefined;
	/** As it is now. */
	retainer: PresentedRetainer | undefined;
	/** What else can be done with it. */
	actions?: ReactNode;
	saving: boolean;
	/** The server's messages, by field. */
	refused: Record<string, string>;
	isSaved(): boolean;
	onSubmit(input: RetainerInput): void;
};

export function RetainerForm({ source, retainer, actions, saving, refused, isSaved, onSubmit }: RetainerFormProps) {
	const form = useForm<RetainerFormValues>({
		defaultValues: source ? valuesOf(source) : newRetainerValues(new Date()),
		resolver: refuseHalfTyped((values) => ({ values, errors: {} })),
	});
	const { isDirty } = form.formState;
	const { getValues, setError, setValue } = form;
	const field = fieldsOf(form, retainerInputSchema);
	const usualTerms = useRef(termsDueIn(source?.due_in_days ?? site.invoices.dueInDays));
	const action = source ? "Update Retainer" : "Create Retainer";
	const { submit, question } = useUnpricedQuestion("each invoice", action, onSubmit);
	const isFixed = retainer !== undefined && retainer.next_n > 1;
	const isEnded = retainer?.state === "ended";

	useEffect(() => {
		for (const name of retainerFields) {
			const message = refused[name];
			if (message) setError(name, { message }, { shouldFocus: true });
		}
	}, [refused, setError]);

	/** The usual terms name the days until an invoice is due. Terms in other words stay. */
	function followDueIn(typed: string): void {
		const next = termsDueIn(numberOr(typed, site.invoices.dueInDays));
		if (getValues("terms") === usualTerms.current) setValue("terms", next, { shouldDirty: true });
		usualTerms.current = next;
	}

	function handleValues(values: RetainerFormValues): void {
		const due_in_days = values.due_in_days.trim() === "" ? undefined : Number(values.due_in_days);
		const answer = readForm(retainerInputSchema, { ...values, due_in_days });
		if ("input" in answer) submit(answer.input);
		else showRefusal(form, answer.refusal);
	}

	return (
		<FormProvider {...form}>
			<FormFrame
				title={source ? source.name : "New Retainer"}
				status={
					retainer && (
						<StatusBadge tone={retainerStateTones[retainer.state]}>{retainerStateLabels[retainer.state]}</StatusBadge>
					)
				}
				action={isEnded ? undefined : action}
				busy={saving}
				cancelTo={retainersPath}
				onSubmit={form.handleSubmit(handleValues)}
			>
				{actions && <div className="flex flex-wrap gap-2 2xl:col-span-2">{actions}</div>}
				<fieldset disabled={isEnded} className="contents">
					<Section title="Retainer">
						<TextField
							label="Name"
							placeholder="Press office"
							autoFocus={!source && mayTakeFocus()}
							className="sm:col-span-2"
							{...field("name")}
						/>
						<SelectField
							label="Frequency"
							options={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
							{...field("frequency")}
							disabled={isFixed}
						/>
						<TextField
							type="date"
							label="First Invoice"
							hint={isFixed ? "Frequency and start can't change after the first invoice." : undefined}
							{...field("starts_on")}
							disabled={isFixed}
						/>
						<TextField
							type="date"
							label="Ends On"
							hint="Without a date, it goes on until you end it."
							{...field("ends_on")}
						/>
						<TextField
							type="number"
							step="1"
							label="Due In (Days)"
							onPointerDown={selectOnFirstClick}
							{...field("due_in_days", { onChange: (event) => followDueIn(event.target.value) })}
						/>
						<SelectField
							label="Each Invoice"
							options={[
								{ value: "draft", label: "Is saved as a draft" },
								{ value: "send", label: "Is emailed to the client" },
							]}
							{...field("delivery")}
						/>
						<TaxRateField />
						{!isEnded && <RetainerPreview from={retainer?.next_n ?? 1} isPaused={retainer?.state === "paused"} />}
					</Section>
					<Section title="Client">
						<ClientFields autoFocus={false} />
					</Section>
					<div className="grid gap-2">
						<InvoiceItemsFields currency={source?.currency ?? site.currency} />
						<p className="text-muted-foreground text-xs">
							In descriptions, {"{month}"}, {"{period}"}, and {"{n}"} stand for the month, the period, and the number of
							each invoice.
						</p>
					</div>
					<TextFields />
				</fieldset>
			</FormFrame>
			{question}
			<UnsavedChangesGuard
				warning="Your changes to this retainer haven't been saved."
				unsaved={() => isDirty && !isSaved()}
			/>
		</FormProvider>
	);
}
