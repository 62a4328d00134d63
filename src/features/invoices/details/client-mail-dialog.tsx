import { type ReactNode, useState } from "react";
import { MissingCharacters } from "#features/invoices/document/missing-characters.tsx";
import type { InvoiceMailKind } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { MailMissingNote } from "#features/mails/mail-strip.tsx";
import { Button } from "#ui/button.tsx";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { MailPreview } from "./mail-preview.tsx";
import type { useRemindClient } from "./use-invoice-actions.ts";

type ClientMailProps = {
	invoice: PresentedInvoiceWithItems;
	kind: InvoiceMailKind;
	/** Of the button that opens it. */
	label: string;
	/** Whether that button stands out. */
	primary: boolean;
	title: string;
	/** The label of the button that sends it. */
	action: string;
	useSending: typeof useRemindClient;
	/** Who gets what. */
	children: ReactNode;
};

/** Emails an invoice's client. An email can't be called back, so it says first who gets what. */
export function ClientMailDialog(props: ClientMailProps) {
	const { invoice, kind, label, primary, title, action, useSending, children } = props;
	const { missing_characters } = invoice;
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useSending(invoice, missing_characters.length > 0, () => setOpen(false));
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense" variant={primary ? "primary" : "secondary"}>
					{label}
				</Button>
			</DialogTrigger>
			<DialogContent title={title} size="sm">
				<DialogBody>
					{children}
					<MailMissingNote className="mt-3" />
					<MissingCharacters className="mt-3" characters={missing_characters} />
					<MailPreview id={invoice.id} kind={kind} />
				</DialogBody>
				<DialogFooter>
					<DialogCancel />
					<PrimaryButton busy={isPending} onClick={() => mutate()}>
						{isPending ? "Sending..." : missing_characters.length > 0 ? "Send Anyway" : action}
					</PrimaryButton>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
