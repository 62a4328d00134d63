import { useState } from "react";
import { MissingCharacters } from "#features/invoices/document/missing-characters.tsx";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { useRemindClient } from "./use-invoice-actions.ts";

/** For an invoice that the client has and hasn't paid. */
export function SendReminderDialog({ invoice, missing }: { invoice: PresentedInvoiceWithItems; missing: string[] }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useRemindClient(invoice, missing.length > 0, () => setOpen(false));
	const tense = invoice.status === "overdue" ? "was" : "is";
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense">Send Reminder</Button>
			</DialogTrigger>
			<DialogContent title={`Send a Reminder for ${invoice.invoice_number}`} size="sm">
				<DialogBody>
					<p>
						<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> will get a reminder that
						this invoice {tense} due on {writeInvoiceDay(invoice.due_date)}, with the PDF and a link.
					</p>
					<MissingCharacters className="mt-3" characters={missing} />
				</DialogBody>
				<DialogFooter>
					<DialogCancel />
					<Button size="dense" busy={isPending} onClick={() => mutate()}>
						{isPending ? "Sending..." : missing.length > 0 ? "Send Anyway" : "Send Reminder"}
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
