import { type SettledStatus, settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { ClientMailDialog } from "./client-mail-dialog.tsx";
import { useSendInvoice } from "./use-invoice-actions.ts";

const settledPhrases: Record<SettledStatus, string> = { paid: "already paid", cancelled: "canceled" };

export function SendInvoiceDialog({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const again = invoice.sent_at !== null;
	const settled = settledStatusOf(invoice.status);
	return (
		<ClientMailDialog
			invoice={invoice}
			kind="invoice"
			label={again ? "Send Again" : "Send"}
			primary={!again}
			title={`Send ${invoice.invoice_number}`}
			action={settled ? "Send Anyway" : "Send Invoice"}
			useSending={useSendInvoice}
		>
			<p>
				<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> will get an email with the PDF
				and a link to this invoice.
			</p>
			{settled && (
				<p role="note" className="mt-3 rounded-sm border border-input bg-muted px-3 py-2">
					This invoice is <strong className="font-semibold">{settledPhrases[settled]}</strong>. The client doesn't owe
					anything, and the email says so. Send it anyway?
				</p>
			)}
			{invoice.status === "draft" && <p className="mt-2 text-muted-foreground">Its status will change to Sent.</p>}
		</ClientMailDialog>
	);
}
