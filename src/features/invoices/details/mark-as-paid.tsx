import { type ReactElement, useState } from "react";
import { z } from "zod";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { firmDay } from "#features/invoices/invoice-days.ts";
import type { PresentedInvoice } from "#features/invoices/invoices.record.server.ts";
import { moneyIn } from "#lib/money.ts";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { useMarkAsPaid } from "./use-invoice-actions.ts";

/** A button that asks for the day of the payment. */
export function MarkAsPaid({ invoice, button }: { invoice: PresentedInvoice; button: ReactElement }) {
	const [open, setOpen] = useState(false);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>{button}</DialogTrigger>
			{open && <PaymentForm invoice={invoice} onClose={() => setOpen(false)} />}
		</Dialog>
	);
}

/** The same question, asked by something other than a button of its own. */
export function MarkAsPaidQuestion(props: { invoice: PresentedInvoice; onClose(): void }) {
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()}>
			<PaymentForm {...props} />
		</Dialog>
	);
}

function PaymentForm({ invoice, onClose }: { invoice: PresentedInvoice; onClose(): void }) {
	const [today] = useState(() => firmDay(new Date()));
	const { form, field } = useSchemaForm(paymentSchema(today), { paid_at: invoice.paid_at ?? today });
	const { mutate, isPending } = useMarkAsPaid(invoice, onClose);
	const { invoice_number, client_name, status, total_minor, credited_minor, paid_minor } = invoice;
	// What no payment in the ledger says.
	const rest = Math.max(0, total_minor - credited_minor - paid_minor);

	return (
		<DialogContent
			title={status === "paid" ? `Payment for ${invoice_number}` : `Mark ${invoice_number} as Paid`}
			size="sm"
			onOpenAutoFocus={focusFirstField}
		>
			<DialogForm
				submit={isPending ? "Saving..." : status === "paid" ? "Save" : "Mark as Paid"}
				busy={isPending}
				onSubmit={form.handleSubmit(({ paid_at }) => mutate(paid_at))}
			>
				{status === "draft" && (
					<p role="note" className="rounded-sm border border-input bg-muted px-3 py-2">
						This invoice is a draft: {client_name} hasn't received it yet.
					</p>
				)}
				<TextField
					type="date"
					label="Paid On"
					hint={`Records the full amount: ${moneyIn(invoice.currency).formatMinor(rest)} from ${client_name}.`}
					max={today}
					{...field("paid_at")}
				/>
			</DialogForm>
		</DialogContent>
	);
}

const paymentSchema = (today: string) =>
	z.object({
		paid_at: z.iso
			.date("Please enter the payment date.")
			.refine((day) => day <= today, "Please enter today's date or an earlier one."),
	});
