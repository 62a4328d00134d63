import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { type ReactElement, useState } from "react";
import { z } from "zod";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { cacheInvoice } from "#features/invoices/form/cache-invoice.ts";
import { MoneyField } from "#features/invoices/form/invoice-items-fields.tsx";
import { firmDay } from "#features/invoices/invoice-days.ts";
import { failureToast } from "#features/invoices/invoice-queries.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { moneyIn } from "#lib/money.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { entryFields, ledgerLimits, ledgerMessages, methodLabels, staffMethods } from "./ledger.schema.ts";
import { typedAmount } from "./typed-amount.ts";

type PaymentProps = { invoice: PresentedInvoiceWithItems; kind: "payment" | "refund" };

const texts = {
	payment: { title: "Record Payment", done: "Payment Recorded", day: "Received On" },
	refund: { title: "Record Refund", done: "Refund Recorded", day: "Refunded On" },
};

/** A button that asks for what has come, or what was sent back. */
export function PaymentDialog({ button, ...props }: PaymentProps & { button: ReactElement }) {
	const [open, setOpen] = useState(false);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>{button}</DialogTrigger>
			{open && <PaymentForm {...props} onClose={() => setOpen(false)} />}
		</Dialog>
	);
}

function PaymentForm({ invoice, kind, onClose }: PaymentProps & { onClose(): void }) {
	const { currency, balance_minor, invoice_number, client_email } = invoice;
	const { amountOf, decimals, formatMinor } = moneyIn(currency);
	const [today] = useState(() => firmDay(new Date()));
	// The same entry again, if the answer was lost.
	const [id] = useState(() => crypto.randomUUID());
	const proposed = kind === "payment" ? Math.max(0, balance_minor) : Math.max(0, -balance_minor);
	const { form, field, showRefusal } = useSchemaForm(formSchema(currency, today), {
		amount_minor: proposed > 0 ? amountOf(proposed).toFixed(decimals) : "",
		received_on: today,
		method: "bank_transfer",
	});
	const { mutate, isPending, error, reset, variables } = useMutation({
		mutationFn: (values: Values & { allow_overpayment?: boolean }) =>
			parseResponse(
				api.api.invoices[":id"].payments.$post({ param: { id: invoice.id }, json: { ...values, id, kind } }),
			),
		onSuccess({ payment, invoice: changed }) {
			cacheInvoice(changed);
			const amount = formatMinor(Math.abs(payment.effect_minor));
			toast({ title: texts[kind].done, description: `${amount} for ${invoice_number}.`, tone: "success" });
			onClose();
		},
		onError(error) {
			showRefusal(error);
			if (isTooLarge(error)) form.setError("amount_minor", { message: error.message });
		},
		meta: {
			failure: (error) =>
				isQuestion(error) || isTooLarge(error) || (error instanceof ApiError && Object.keys(error.fields).length > 0)
					? undefined
					: failureToast("Failed to record this. Please try again.")(error),
		},
	});
	return (
		<DialogContent title={`${texts[kind].title} for ${invoice_number}`} size="sm" onOpenAutoFocus={focusFirstField}>
			<DialogForm
				submit={isPending ? "Saving..." : texts[kind].title}
				busy={isPending}
				fieldsClass="sm:grid-cols-2"
				onSubmit={form.handleSubmit((values) => mutate(values))}
			>
				<MoneyField
					label="Amount"
					currency={currency}
					hint={kind === "refund" && proposed === 0 && "The invoice will be open again by this amount."}
					{...field("amount_minor")}
				/>
				<TextField type="date" label={texts[kind].day} max={today} {...field("received_on")} />
				<SelectField
					label="Method"
					options={staffMethods.map((value) => ({ value, label: methodLabels[value] }))}
					{...field("method")}
				/>
				<TextField label="Reference" {...field("reference")} />
				<TextField label="Note" hint="Only staff can see it." className="sm:col-span-2" {...field("note")} />
				{kind === "payment" && (
					<CheckboxField
						label={`Email a receipt to ${client_email}`}
						className="wrap-anywhere sm:col-span-2"
						{...form.register("send_receipt")}
					/>
				)}
			</DialogForm>
			{isQuestion(error) && variables && (
				<QuestionDialog
					title="Record Anyway?"
					onClose={reset}
					answers={
						<>
							<DeskButton onClick={reset}>Change Amount</DeskButton>
							<PrimaryButton onClick={() => mutate({ ...variables, allow_overpayment: true })}>
								Record Anyway
							</PrimaryButton>
						</>
					}
				>
					<p>{error.message}</p>
				</QuestionDialog>
			)}
		</DialogContent>
	);
}

const isTooLarge = (error: Error) => error instanceof ApiError && error.code === "refund_too_large";

const isQuestion = (error: Error | null): error is ApiError =>
	error instanceof ApiError && error.code === "overpayment";

/** As it is typed: the amount as a decimal. */
const formSchema = (currency: string, today: string) =>
	z.object({
		amount_minor: typedAmount(currency),
		received_on: z.iso
			.date(ledgerMessages.day)
			.refine((day) => day >= ledgerLimits.firstDay && day <= today, ledgerMessages.day),
		...entryFields,
		send_receipt: z.boolean().optional(),
	});
type Values = z.output<ReturnType<typeof formSchema>>;
