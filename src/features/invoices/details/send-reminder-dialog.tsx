import { useState } from "react";
import { MissingCharacters } from "#features/invoices/document/missing-characters.tsx";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { MailMissingNote } from "#features/mails/mail-strip.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { useWorkingLink } from "./invoice-link-actions.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { useRemindClient } from "./use-invoice-actions.ts";

/** For an invoice that the client has and hasn't paid. */
export function SendReminderDialog({ invoice, missing }: { invoice: PresentedInvoiceWithItems; missing: string[] }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useRemindClient(invoice, missing.length > 0, () => setOpen(false));
	// Before the due date, what comes next is the payment, and that button stands out.
	const link = useWorkingLink(invoice);
	const late = invoice.status === "overdue";
	const tense = late ? "was" : "is";
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense" variant={late ? "primary" : "secondary"}>
					Send Reminder
				</Button>
			</DialogTrigger>
			<DialogContent title={`Send a Reminder for ${invoice.invoice_number}`} size="sm">
				<DialogBody>
					<p>
						<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> will get a reminder with the
						PDF{link && " and a link"}. The reminder will say that this invoice {tense} due on{" "}
						{writeInvoiceDay(invoice.due_date)}.
					</p>
					<MailMissingNote className="mt-3" />
					<MissingCharacters className="mt-3" characters={missing} />
					<MailPreview id={invoice.id} kind="reminder" />
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
