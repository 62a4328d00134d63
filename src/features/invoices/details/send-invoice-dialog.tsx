import { useState } from "react";
import { MissingCharacters } from "#features/invoices/document/missing-characters.tsx";
import { type SettledStatus, settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { MailMissingNote } from "#features/mails/mail-strip.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { useSendInvoice } from "./use-invoice-actions.ts";

const settledPhrases: Record<SettledStatus, string> = { paid: "already paid", cancelled: "canceled" };

/** An email can't be called back, so the dialog says first who gets what. */
export function SendInvoiceDialog({ invoice, missing }: { invoice: PresentedInvoiceWithItems; missing: string[] }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useSendInvoice(invoice, missing.length > 0, () => setOpen(false));
	const again = invoice.sent_at !== null;
	const settled = settledStatusOf(invoice.status);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense" variant={again ? "secondary" : "primary"}>
					{again ? "Send Again" : "Send"}
				</Button>
			</DialogTrigger>
			<DialogContent title={`Send ${invoice.invoice_number}`} size="sm">
				<DialogBody>
					<p>
						<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> will get an email with the
						PDF and a link to this invoice.
					</p>
					{settled && (
						<p role="note" className="mt-3 rounded-sm border border-input bg-muted px-3 py-2">
							This invoice is <strong className="font-semibold">{settledPhrases[settled]}</strong>. The client doesn't
							owe anything, and the email says so. Send it anyway?
						</p>
					)}
					{invoice.status === "draft" && <p className="mt-2 text-muted-foreground">Its status will change to Sent.</p>}
					<MailMissingNote className="mt-3" />
					<MissingCharacters className="mt-3" characters={missing} />
					<MailPreview id={invoice.id} kind="invoice" />
				</DialogBody>
				<DialogFooter>
					<DialogCancel />
					<Button size="dense" busy={isPending} onClick={() => mutate()}>
						{isPending ? "Sending..." : settled || missing.length > 0 ? "Send Anyway" : "Send Invoice"}
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
