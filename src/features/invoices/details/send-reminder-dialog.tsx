import { isPastDue } from "#features/invoices/document/invoice-document.ts";
import { firmDay, writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { ClientMailDialog } from "./client-mail-dialog.tsx";
import { useWorkingLink } from "./invoice-link-actions.tsx";
import { useRemindClient } from "./use-invoice-actions.ts";

/** For an invoice that the client has and hasn't paid. */
export function SendReminderDialog({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const link = useWorkingLink(invoice);
	const late = isPastDue(invoice, firmDay(new Date()));
	return (
		<ClientMailDialog
			invoice={invoice}
			kind="reminder"
			label="Send Reminder"
			// Before the due date, what comes next is the payment, and that button stands out.
			primary={late}
			title={`Send a Reminder for ${invoice.invoice_number}`}
			action="Send Reminder"
			useSending={useRemindClient}
		>
			<p>
				<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> will get a reminder with the PDF
				{link && " and a link"}. The reminder will say that this invoice {late ? "was" : "is"} due on{" "}
				{writeInvoiceDay(invoice.due_date)}.
			</p>
		</ClientMailDialog>
	);
}
