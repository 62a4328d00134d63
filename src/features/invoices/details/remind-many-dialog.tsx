import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { api } from "#admin/session/api-client.ts";
import { isOpen } from "#features/invoices/document/invoice-document.ts";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { failureToast } from "#features/invoices/invoice-queries.ts";
import type { PresentedInvoice } from "#features/invoices/invoices.record.server.ts";
import { invoiceStatuses, invoiceStatusLabels, mostReminders } from "#features/invoices/invoices.schema.ts";
import { AlignedAmount } from "#features/invoices/money.tsx";
import { MailMissingNote, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { moneyIn } from "#lib/money.ts";
import { counted, listed } from "#lib/text/text.ts";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";

type Invoices = readonly PresentedInvoice[];

/** Reminds the clients of all chosen invoices that are unpaid, after saying whom. */
export function RemindManyDialog({ invoices, onDone }: { invoices: Invoices; onDone(): void }) {
	const [open, setOpen] = useState(false);
	const unpaid = invoices.filter(isOpen);
	const { mutate, isPending } = useRemindMany(unpaid, () => {
		setOpen(false);
		onDone();
	});
	if (unpaid.length === 0) return null;
	const isTooMuch = unpaid.length > mostReminders;
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<DeskButton>Send {unpaid.length === 1 ? "Reminder" : "Reminders"}</DeskButton>
			</DialogTrigger>
			<DialogContent title={`Send ${counted(unpaid.length, "Reminder")}`}>
				<DialogBody className="grid gap-3">
					<p>
						{unpaid.length === 1 ? "This client" : "Each of these clients"} will get a reminder with the PDF and, if
						there is one, the invoice's public link.
					</p>
					<ul
						aria-label="Invoices"
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
						tabIndex={0}
						className="max-h-60 divide-y divide-border overflow-y-auto rounded-sm border border-border bg-card"
					>
						{unpaid.slice(0, mostReminders).map((invoice) => (
							<li key={invoice.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
								<span className="font-semibold">{invoice.invoice_number}</span>
								<span className="min-w-0 grow wrap-anywhere">{invoice.client_email}</span>
								<span className="text-muted-foreground text-xs">Due {writeInvoiceDay(invoice.due_date)}</span>
								<AlignedAmount text={moneyIn(invoice.currency).formatMinor(invoice.balance_minor)} />
							</li>
						))}
					</ul>
					<Skipped invoices={invoices.filter((invoice) => !isOpen(invoice))} />
					{isTooMuch && (
						<p role="alert" className="text-destructive">
							Please send at most {mostReminders} reminders at once.
						</p>
					)}
					<MailMissingNote many />
				</DialogBody>
				<DialogFooter>
					<DialogCancel />
					<PrimaryButton busy={isPending} disabled={isTooMuch} onClick={() => mutate()}>
						{isPending ? "Sending..." : `Send ${counted(unpaid.length, "Reminder")}`}
					</PrimaryButton>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}

/** Whose clients get none, because they owe nothing. */
function Skipped({ invoices }: { invoices: Invoices }) {
	if (invoices.length === 0) return null;
	const counts = invoiceStatuses.flatMap((status) => {
		const count = invoices.filter((invoice) => invoice.status === status).length;
		return count > 0 ? [`${invoiceStatusLabels[status]} (${count.toLocaleString("en-US")})`] : [];
	});
	return <p className="text-muted-foreground">Skipped because nothing is due: {listed(counts)}.</p>;
}

function useRemindMany(invoices: Invoices, onSent: () => void) {
	const isMailMissing = useIsMailMissing();
	return useMutation({
		mutationFn: () => parseResponse(api.api.invoices.reminders.$post({ json: { ids: invoices.map(({ id }) => id) } })),
		onSuccess({ reminded, settled, unreadable }) {
			const isSent = reminded.length > 0;
			const isOne = reminded.length === 1;
			const kept = isOne ? "Email Kept as a File" : `${reminded.length} Emails Kept as Files`;
			const sent = isOne ? "Reminder Sent" : `${reminded.length} Reminders Sent`;
			const outcome = isMailMissing
				? `For ${listed(reminded)}. Email isn't set up, so nothing was sent.`
				: `For ${listed(reminded)}.`;
			toast({
				title: !isSent ? "No Reminders Sent" : isMailMissing ? kept : sent,
				description: [isSent && outcome, leftOut("is no longer due", settled), leftOut(unreadableReason, unreadable)]
					.filter(Boolean)
					.join(" "),
				tone: isSent && !isMailMissing ? "success" : "default",
			});
			onSent();
		},
		meta: { failure: failureToast("Failed to send the reminders. Please try again.") },
	});
}

const unreadableReason = "has characters that the PDF can't display. Open it to send its reminder";

const leftOut = (reason: string, numbers: readonly string[]) =>
	numbers.map((number) => `${number} ${reason}.`).join(" ");
