import { useMutation } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { pdfFilename } from "#features/invoices/document/invoice-pdf-headers.ts";
import { writeShortDay } from "#features/invoices/invoice-days.ts";
import { failureToast } from "#features/invoices/invoice-queries.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { sentToast } from "#features/invoices/ledger/sent-toast.ts";
import { AlignedAmount } from "#features/invoices/money.tsx";
import { useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { moneyIn } from "#lib/money.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";

const endpoint = api.api["credit-notes"][":id"];
type Listed = InferResponseType<(typeof api.api.invoices)[":id"]["payments"]["$get"], 200>;
/** As staff see it. */
export type ListedCreditNote = Listed["credit_notes"][number];

type CreditNoteProps = { invoice: PresentedInvoiceWithItems; note: ListedCreditNote };

/** One credit note among an invoice's payments. */
export function CreditNoteLine({ invoice, note }: CreditNoteProps) {
	const { credit_number, issue_date, reason, total_minor } = note;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
			<div className="min-w-0 grow basis-44 wrap-anywhere">
				<p>
					<span className="font-semibold">Credit Note</span> · {writeShortDay(issue_date)}
				</p>
				<p className="text-muted-foreground text-xs">
					{credit_number} · {reason}
				</p>
			</div>
			<span className="font-semibold">
				<AlignedAmount text={moneyIn(invoice.currency).formatMinor(-total_minor)} />
			</span>
			<span className="flex flex-wrap gap-1.5">
				<Download note={note} />
				<Send invoice={invoice} note={note} />
			</span>
		</li>
	);
}

/** Uses fetch, because a plain link would not carry the session. */
function Download({ note }: Pick<CreditNoteProps, "note">) {
	const { mutate, isPending } = useMutation({
		mutationFn: async () => (await endpoint.pdf.$get({ param: { id: note.id } })).blob(),
		onSuccess: (pdf) => saveFile(pdf, pdfFilename(note.credit_number)),
		meta: { failure: failureToast("Failed to download the PDF. Please try again."), reads: true },
	});
	return (
		<DeskButton busy={isPending} aria-label={`Download PDF of ${note.credit_number}`} onClick={() => mutate()}>
			PDF
		</DeskButton>
	);
}

function Send({ invoice, note }: CreditNoteProps) {
	const isMailMissing = useIsMailMissing();
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(endpoint.send.$post({ param: { id: note.id } })),
		onSuccess: () => toast(sentToast("Credit Note Sent", invoice.client_email, isMailMissing)),
		meta: { failure: failureToast("Failed to send the credit note. Please try again.") },
	});
	return (
		<ConfirmedAction
			title={`Send ${note.credit_number}`}
			question={`${invoice.client_email} will get the credit note as a PDF.`}
			action="Send Credit Note"
			harmless
			onConfirm={mutate}
			button={<DeskButton busy={isPending}>Send</DeskButton>}
		/>
	);
}
