import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { z } from "zod";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { cacheInvoice } from "#features/invoices/form/cache-invoice.ts";
import { MoneyField } from "#features/invoices/form/invoice-items-fields.tsx";
import { failureToast } from "#features/invoices/invoice-queries.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { typedAmount } from "#features/invoices/ledger/typed-amount.ts";
import { moneyIn } from "#lib/money.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { TextArea } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import type { ListedCreditNote } from "./credit-note-line.tsx";
import { creditReason, creditTax, netLeft } from "./credit-notes.schema.ts";

type CreditNoteProps = { invoice: PresentedInvoiceWithItems; notes: readonly ListedCreditNote[] };

/** A button for what is not to be paid after all; nothing once all is credited. */
export function CreditNoteDialog(props: CreditNoteProps) {
	const [open, setOpen] = useState(false);
	const left = netLeft(props.invoice, props.notes);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			{left > 0 && (
				<DialogTrigger asChild>
					<DeskButton>Credit Note</DeskButton>
				</DialogTrigger>
			)}
			{open && <CreditNoteForm {...props} left={left} onClose={() => setOpen(false)} />}
		</Dialog>
	);
}

function CreditNoteForm({ invoice, notes, left, onClose }: CreditNoteProps & { left: number; onClose(): void }) {
	const { currency, invoice_number, tax_rate } = invoice;
	const { amountOf, decimals, formatMinor } = moneyIn(currency);
	// The same note again, if the answer was lost.
	const [id] = useState(() => crypto.randomUUID());
	const schema = z.object({ net_minor: typedAmount(currency), reason: creditReason });
	const { form, field, showRefusal } = useSchemaForm(schema, {
		net_minor: amountOf(left).toFixed(decimals),
		reason: "",
	});
	const typed = schema.shape.net_minor.safeParse(form.watch("net_minor")).data;
	const total = typed === undefined ? "–" : formatMinor(typed + creditTax(invoice, notes, typed));
	const { mutate, isPending } = useMutation({
		mutationFn: (values: z.output<typeof schema>) =>
			parseResponse(
				api.api.invoices[":id"]["credit-notes"].$post({ param: { id: invoice.id }, json: { ...values, id } }),
			),
		onSuccess({ credit_note, invoice: changed }) {
			cacheInvoice(changed);
			const amount = formatMinor(credit_note.total_minor);
			toast({ title: "Credit Note Created", description: `${amount} for ${invoice_number}.`, tone: "success" });
			onClose();
		},
		onError(error) {
			showRefusal(error);
			if (isTooLarge(error)) form.setError("net_minor", { message: error.message });
		},
		meta: {
			failure: (error) =>
				isTooLarge(error) || (error instanceof ApiError && Object.keys(error.fields).length > 0)
					? undefined
					: failureToast("Failed to create the credit note. Please try again.")(error),
		},
	});
	return (
		<DialogContent title={`Credit Note for ${invoice_number}`} size="sm" onOpenAutoFocus={focusFirstField}>
			<DialogForm
				submit={isPending ? "Saving..." : "Create Credit Note"}
				busy={isPending}
				onSubmit={form.handleSubmit((values) => mutate(values))}
			>
				<p>A credit note can't be changed or deleted. It gets a number, and you can send it to the client.</p>
				<MoneyField
					label={tax_rate > 0 ? "Amount Before Tax" : "Amount"}
					hint={`${formatMinor(left)} is left to credit.${tax_rate > 0 ? ` With tax (${tax_rate}%): ${total}.` : ""}`}
					currency={currency}
					{...field("net_minor")}
				/>
				<TextArea label="Reason" hint="The client reads it." rows={3} {...field("reason")} />
			</DialogForm>
		</DialogContent>
	);
}

const isTooLarge = (error: Error) => error instanceof ApiError && error.code === "credit_too_large";
