import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { documentOf, isUnpaid } from "#features/invoices/document/invoice-document.ts";
import { InvoiceSheet } from "#features/invoices/document/invoice-sheet.tsx";
import { MissingCharacters } from "#features/invoices/document/missing-characters.tsx";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { invoiceKey, invoiceQuery } from "#features/invoices/invoice-queries.ts";
import { invoiceFailures, settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { isInLedger } from "#features/invoices/ledger/ledger.schema.ts";
import { PaymentsPanel } from "#features/invoices/ledger/payments-panel.tsx";
import { RecordMails, recordMailsQuery } from "#features/mails/record-mails.tsx";
import { RecordHistory } from "#features/people/person-history.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink, DeskButton } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { DeleteInvoice } from "./delete-invoice.tsx";
import { InvoiceLinkActions } from "./invoice-link-actions.tsx";
import { InvoiceMissing, InvoiceNotFound, InvoiceSkeleton, isMissing } from "./invoice-placeholders.tsx";
import { InvoiceStatusCell } from "./invoice-status-cell.tsx";
import { MarkAsPaid } from "./mark-as-paid.tsx";
import { SendInvoiceDialog } from "./send-invoice-dialog.tsx";
import { SendReminderDialog } from "./send-reminder-dialog.tsx";
import { usePdf } from "./use-invoice-actions.ts";

export const meta = () => unlistedMeta("Invoice");

export default function InvoiceScreen() {
	const { id = "" } = useParams();
	const { data, error, refetch } = useQuery(invoiceQuery(id, invoiceFailures.loadDetails));
	const isDeleted = useLiveInvoice(id);
	const invoice = data && documentOf(data, new Date());
	if (isDeleted) return <InvoiceNotFound />;
	if (error && (!data || isMissing(error))) {
		return <InvoiceMissing error={error} text={invoiceFailures.loadDetails} onRetry={() => void refetch()} />;
	}
	if (!data || !invoice) return <InvoiceSkeleton />;
	return (
		<div className="grid gap-4 2xl:grid-cols-[minmax(0,56rem)_minmax(0,1fr)] 2xl:items-start 2xl:gap-x-5">
			<div className="grid max-w-4xl gap-4">
				<InvoiceHeader invoice={data} />
				<Progress invoice={data} />
				<MissingCharacters characters={data.missing_characters} />
				<InvoiceSheet invoice={invoice} />
			</div>
			<div className="grid max-w-4xl gap-4 print:hidden">
				<PaymentsPanel invoice={data} />
				<RecordMails table="invoices" id={data.id} heading="h2" />
				{data.notes && (
					<section className="rounded-md bg-secondary p-4">
						<h2 className="font-semibold text-xs">Internal Notes</h2>
						<p dir="auto" className="mt-1 whitespace-pre-line text-left">
							{data.notes}
						</p>
					</section>
				)}
				<RecordHistory table="invoices" id={data.id} email={data.client_email} />
			</div>
		</div>
	);
}

function InvoiceHeader({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const navigate = useNavigate();
	const isSettled = settledStatusOf(invoice.status) !== undefined;
	const pdf = usePdf(invoice);
	return (
		// One line where there is room beside the sheet.
		<div className="flex flex-wrap items-center gap-2 min-[88rem]:w-max min-[88rem]:min-w-full">
			<ScreenTitle>{invoice.invoice_number}</ScreenTitle>
			<InvoiceStatusCell invoice={invoice} />
			<div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:*:justify-center max-sm:*:px-1 md:ml-auto">
				{invoice.sent_at && isUnpaid(invoice.status) && <SendReminderDialog invoice={invoice} />}
				<SendInvoiceDialog invoice={invoice} />
				{!isSettled && (
					<MarkAsPaid
						invoice={invoice}
						button={
							<Button size="dense" variant={invoice.status === "sent" ? "primary" : "secondary"}>
								Mark as Paid
							</Button>
						}
					/>
				)}
				<ButtonLink to={`/admin/invoices/${invoice.id}/edit`}>Edit</ButtonLink>
				<DeskButton busy={pdf.isPending} onClick={() => pdf.mutate()}>
					Download PDF
				</DeskButton>
				<DeskButton onClick={() => window.print()}>Print</DeskButton>
				<ButtonLink to={`/admin/invoices/new?copy=${invoice.id}`}>Duplicate</ButtonLink>
				{!isInLedger(invoice) && (
					<DeleteInvoice
						invoice={invoice}
						className="text-destructive!"
						onDeleted={() => void navigate("/admin/invoices")}
					>
						Delete
					</DeleteInvoice>
				)}
			</div>
		</div>
	);
}

/** Where the invoice is on its way to the client. */
function Progress({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const { id, sent_at, first_viewed_at, reminded_at, paid_at, paid_minor, credited_minor, total_minor } = invoice;
	const { data: mails } = useQuery(recordMailsQuery("invoices", id));
	const wasKept = mails?.find(({ kind }) => kind === "invoice")?.status === "kept";
	const sent = wasKept ? "Email kept as a file" : "Emailed";
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-muted-foreground">
			<p>{sent_at ? `${sent} ${formatMoment(sent_at)}` : "Not emailed yet"}</p>
			{first_viewed_at && <p>First viewed {formatMoment(first_viewed_at)}</p>}
			{sent_at && !first_viewed_at && <p>Not viewed yet</p>}
			{reminded_at && !paid_at && <p>Reminded {formatMoment(reminded_at)}</p>}
			{paid_at && (
				<p className="flex flex-wrap items-center gap-2">
					Paid on {writeInvoiceDay(paid_at)}
					{/* What payments say has their days. */}
					{paid_minor + credited_minor < total_minor && (
						<MarkAsPaid
							invoice={invoice}
							button={
								<Button size="dense" variant="ghost">
									Change Date
								</Button>
							}
						/>
					)}
				</p>
			)}
			<InvoiceLinkActions invoice={invoice} />
		</div>
	);
}

/**
 * Reloads the invoice when it changes: when a colleague edits it, its client views it, or its due date passes.
 * @returns whether it has been deleted in the meantime
 */
function useLiveInvoice(id: string): boolean {
	const [deletedId, setDeletedId] = useState<string>();
	const listener = useMemo<LiveListener>(() => {
		const reload = () => queryClient.invalidateQueries({ queryKey: invoiceKey(id) });
		return {
			table: "invoices",
			onChanges(changes) {
				for (const change of changes) {
					if (change.operation === "delete" && change.id === id) setDeletedId(id);
					if (change.operation !== "delete" && change.row.id === id) void reload();
				}
			},
			catchUp: reload,
		};
	}, [id]);
	useLiveChanges(listener);
	return deletedId === id;
}
