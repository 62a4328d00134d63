import { useMutation, useQuery } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { type ReactElement, useState } from "react";
import { z } from "zod";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { api } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { CreditNoteDialog } from "#features/invoices/credit-notes/credit-note-dialog.tsx";
import { CreditNoteLine, type ListedCreditNote } from "#features/invoices/credit-notes/credit-note-line.tsx";
import { refundText } from "#features/invoices/document/invoice-payment.ts";
import { cacheInvoice } from "#features/invoices/form/cache-invoice.ts";
import { writeShortDay } from "#features/invoices/invoice-days.ts";
import { failureToast, invoiceKey } from "#features/invoices/invoice-queries.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { AlignedAmount } from "#features/invoices/money.tsx";
import { useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { moneyIn } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { entryLabels, methodLabels, reversalSchema } from "./ledger.schema.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { sentToast } from "./sent-toast.ts";

const endpoint = api.api.invoices[":id"].payments;
type Listed = InferResponseType<typeof endpoint.$get, 200>;
type Entry = Listed["payments"][number];
type InvoiceProps = { invoice: PresentedInvoiceWithItems };

/** What has come and gone for an invoice, and what is open. The key lies within the invoice's, and reloads with it. */
const paymentsQuery = (id: string) => ({
	queryKey: [...invoiceKey(id), "payments"],
	queryFn: ({ signal }: { signal: AbortSignal }) =>
		parseResponse(endpoint.$get({ param: { id } }, { init: { signal } })),
	meta: { failure: "Failed to load the payments. Please try again." },
});

export function PaymentsPanel({ invoice }: InvoiceProps) {
	const { data, isError, refetch } = useQuery(paymentsQuery(invoice.id));
	const { status, paid_minor } = invoice;
	const takesPayments = status !== "draft" && status !== "cancelled";
	return (
		<section aria-label="Payments" className="grid gap-3 rounded-md border border-border bg-card p-4">
			<div className="flex flex-wrap items-baseline gap-x-3">
				<h2 className="font-semibold">Payments</h2>
				<p className="ml-auto font-semibold">
					<AlignedAmount text={balanceText(invoice)} />
				</p>
			</div>
			{isError && !data && <LoadFailure what="payments" onRetry={() => void refetch()} />}
			{!data && !isError && <Skeleton className="h-11" />}
			{data && <Entries invoice={invoice} entries={data.payments} notes={data.credit_notes} />}
			<div className="flex flex-wrap gap-2">
				{takesPayments && (
					<PaymentDialog invoice={invoice} kind="payment" button={<DeskButton>Record Payment</DeskButton>} />
				)}
				{(paid_minor > 0 || status === "paid") && (
					<PaymentDialog invoice={invoice} kind="refund" button={<DeskButton>Record Refund</DeskButton>} />
				)}
				{data && status !== "draft" && <CreditNoteDialog invoice={invoice} notes={data.credit_notes} />}
			</div>
		</section>
	);
}

function balanceText(invoice: PresentedInvoiceWithItems): string {
	const { balance_minor, currency } = invoice;
	if (balance_minor < 0) return refundText(invoice);
	return balance_minor > 0 ? `${moneyIn(currency).formatMinor(balance_minor)} open` : "Nothing open";
}

type EntriesProps = InvoiceProps & { entries: readonly Entry[]; notes: readonly ListedCreditNote[] };

function Entries({ invoice, entries, notes }: EntriesProps) {
	const { status, total_minor, credited_minor, paid_minor, paid_at, currency } = invoice;
	const { formatMinor } = moneyIn(currency);
	const rest = status === "paid" ? total_minor - credited_minor - paid_minor : 0;
	if (entries.length + notes.length === 0 && rest <= 0)
		return <p className="text-muted-foreground">No payments are recorded.</p>;
	return (
		<ul className="divide-y divide-border rounded-sm border border-border">
			{entries.map((entry) => (
				<EntryLine key={entry.id} invoice={invoice} entry={entry} />
			))}
			{notes.map((note) => (
				<CreditNoteLine key={note.id} invoice={invoice} note={note} />
			))}
			{rest > 0 && (
				<li className="flex flex-wrap items-center gap-x-3 px-3 py-2">
					<p className="grow">
						Marked as paid{paid_at && <span className="text-muted-foreground"> · {writeShortDay(paid_at)}</span>}
					</p>
					<AlignedAmount text={formatMinor(rest)} />
				</li>
			)}
		</ul>
	);
}

function EntryLine({ invoice, entry }: InvoiceProps & { entry: Entry }) {
	const { kind, effect_minor, received_on, method, reference, note, origin, is_reversed } = entry;
	const stands = !is_reversed && kind !== "reversal";
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
			<div className="min-w-0 grow basis-44 wrap-anywhere">
				<p className={stands ? undefined : "text-muted-foreground"}>
					<span className="font-semibold">{entryLabels[kind]}</span> · {writeShortDay(received_on)}
				</p>
				<p className="text-muted-foreground text-xs">
					{[methodLabels[method], reference, note].filter(Boolean).join(" · ")}
				</p>
			</div>
			<span className={stands ? "font-semibold" : "text-muted-foreground line-through"}>
				<AlignedAmount text={moneyIn(invoice.currency).formatMinor(effect_minor)} />
			</span>
			{stands && (
				<span className="flex flex-wrap gap-1.5">
					{kind === "payment" && <SendReceipt invoice={invoice} entry={entry} />}
					{(origin === "staff" || kind === "refund") && <TakeBack invoice={invoice} entry={entry} />}
				</span>
			)}
		</li>
	);
}

function SendReceipt({ invoice, entry }: InvoiceProps & { entry: Entry }) {
	const isMailMissing = useIsMailMissing();
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(api.api.payments[":id"].receipt.$post({ param: { id: entry.id } })),
		onSuccess: () => toast(sentToast("Receipt Sent", invoice.client_email, isMailMissing)),
		meta: { failure: failureToast("Failed to send the receipt. Please try again.") },
	});
	return (
		<ConfirmedAction
			title="Send Receipt"
			question={`${invoice.client_email} will get a receipt for this payment, with the invoice as a PDF.`}
			action="Send Receipt"
			harmless
			onConfirm={mutate}
			button={<DeskButton busy={isPending}>Send Receipt</DeskButton>}
		/>
	);
}

function TakeBack(props: InvoiceProps & { entry: Entry }) {
	const [open, setOpen] = useState(false);
	const button: ReactElement = (
		<Button size="dense" variant="ghost">
			Take Back
		</Button>
	);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>{button}</DialogTrigger>
			{open && <TakeBackForm {...props} onClose={() => setOpen(false)} />}
		</Dialog>
	);
}

function TakeBackForm({ invoice, entry, onClose }: InvoiceProps & { entry: Entry; onClose(): void }) {
	const { form, field, showRefusal } = useSchemaForm(z.object({ note: reversalSchema.shape.note }), { note: "" });
	// The same entry again, if the answer was lost.
	const [id] = useState(() => crypto.randomUUID());
	const amount = moneyIn(invoice.currency).formatMinor(Math.abs(entry.effect_minor));
	const { mutate, isPending } = useMutation({
		mutationFn: (json: { note?: string | null | undefined }) =>
			parseResponse(
				api.api.payments[":id"].reverse.$post({ param: { id: entry.id }, json: { id, note: json.note ?? "" } }),
			),
		onSuccess({ invoice: changed }) {
			cacheInvoice(changed);
			toast({
				title: "Entry Taken Back",
				description: `${amount} for ${invoice.invoice_number}.`,
				tone: "success",
			});
			onClose();
		},
		onError: showRefusal,
		meta: { failure: failureToast("Failed to save. Please try again.") },
	});
	return (
		<DialogContent title={`Take Back ${amount}`} size="sm" onOpenAutoFocus={focusFirstField}>
			<DialogForm
				submit={isPending ? "Saving..." : "Take Back"}
				busy={isPending}
				onSubmit={form.handleSubmit((values) => mutate(values))}
			>
				<p>
					The {entryLabels[entry.kind].toLowerCase()} of {writeShortDay(entry.received_on)} stays on record and no
					longer counts. For money that you sent back, record a refund instead.
				</p>
				<TextField label="Reason" hint="Only staff can see it." {...field("note")} />
			</DialogForm>
		</DialogContent>
	);
}
