import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import type { PresentedInvoiceWithItems } from "./invoices.server.ts";
import { useSendInvoice } from "./use-invoice-actions.ts";

/** A mail can't be called back: who gets what is said before it leaves. */
export function SendInvoiceDialog({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useSendInvoice(invoice, () => setOpen(false));
	const again = invoice.sent_at !== null;
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense">{again ? "Send Again" : "Send"}</Button>
			</DialogTrigger>
			<DialogContent title={`Send ${invoice.invoice_number}`} size="sm">
				<DialogBody>
					<p>
						<strong className="wrap-anywhere font-semibold">{invoice.client_email}</strong> gets a mail with the PDF and
						a link to the page of this invoice.
					</p>
					{invoice.status === "draft" && <p className="mt-2 text-muted-foreground">Its status becomes Sent.</p>}
				</DialogBody>
				<DialogFooter>
					<DialogClose asChild>
						<Button size="dense" variant="secondary">
							Cancel
						</Button>
					</DialogClose>
					<Button size="dense" busy={isPending} onClick={() => mutate()}>
						{isPending ? "Sending..." : "Send Invoice"}
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
