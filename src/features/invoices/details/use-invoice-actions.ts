import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { undoOf } from "#admin/lists/statuses.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { pdfFilename } from "#features/invoices/document/invoice-pdf-headers.ts";
import { cacheInvoice } from "#features/invoices/form/cache-invoice.ts";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { failureToast, invoiceKey } from "#features/invoices/invoice-queries.ts";
import { invoicesList } from "#features/invoices/invoices.list.ts";
import type { PresentedInvoice } from "#features/invoices/invoices.record.server.ts";
import { settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { notSentText, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { toast } from "#ui/toast.ts";

const endpoint = api.api.invoices[":id"];

/** @param acceptMissing whether the author has read which characters the PDF can't show */
export function useSendInvoice(invoice: PresentedInvoiceWithItems, acceptMissing: boolean, onSent: () => void) {
	const { id, status } = invoice;
	const settled = settledStatusOf(status);
	const query = { ...(settled && { even_if: settled }), ...(acceptMissing && { accept_missing: "true" as const }) };
	return useClientMail(invoice, () => parseResponse(endpoint.send.$post({ param: { id }, query })), onSent, {
		sent: { title: "Invoice Sent", what: "Invoice" },
		failure: "Failed to send invoice. Please try again.",
	});
}

/** @param acceptMissing as above */
export function useRemindClient(invoice: PresentedInvoiceWithItems, acceptMissing: boolean, onSent: () => void) {
	const param = { id: invoice.id };
	const query = acceptMissing ? { accept_missing: "true" as const } : {};
	return useClientMail(invoice, () => parseResponse(endpoint.remind.$post({ param, query })), onSent, {
		sent: { title: "Reminder Sent", what: "A reminder for" },
		failure: "Failed to send the reminder. Please try again.",
	});
}

function useClientMail(
	{ client_email }: PresentedInvoiceWithItems,
	send: () => Promise<{ invoice: PresentedInvoiceWithItems }>,
	onSent: () => void,
	{ sent, failure }: { sent: { title: string; what: string }; failure: string },
) {
	const isMailMissing = useIsMailMissing();
	return useMutation({
		mutationFn: send,
		onSuccess({ invoice }) {
			cacheInvoice(invoice);
			if (isMailMissing) toast({ title: "Email Kept as a File", description: notSentText([client_email]) });
			else {
				const description = `${sent.what} ${invoice.invoice_number} is on its way to ${client_email}.`;
				toast({ title: sent.title, description, tone: "success" });
			}
			onSent();
		},
		meta: { failure: failureToast(failure) },
	});
}

/** Records the payment, for the list and for the invoice's own screen. */
export function useMarkAsPaid(invoice: PresentedInvoice, onSaved: () => void) {
	const { id, invoice_number } = invoice;
	return useMutation({
		mutationFn: (paid_at: string) =>
			parseResponse(endpoint.$patch({ param: { id }, json: { status: "paid", paid_at } })),
		// The list may hear of the change before the response is here, and `invoice` would then be the paid one.
		onMutate: () => invoice,
		onSuccess(row, paid_at, former) {
			invoicesList.storeRows([row]);
			void queryClient.invalidateQueries({ queryKey: invoiceKey(id) });
			toastWithUndo(
				{ title: invoice_number, description: `Paid on ${writeInvoiceDay(paid_at)}.`, tone: "success" },
				former.status === "paid" ? undefined : undoOf(invoicesList, [former], [row]),
			);
			onSaved();
		},
		meta: { failure: failureToast("Failed to record the payment. Please try again.") },
	});
}

export function useCreateLink(id: string) {
	return useMutation({
		mutationFn: () => parseResponse(endpoint.link.$post({ param: { id } })),
		onSuccess: ({ invoice }) => cacheInvoice(invoice),
		meta: { failure: failureToast("Failed to create the link. Please try again.") },
	});
}

export function useRevokeLink(id: string) {
	return useMutation({
		mutationFn: () => parseResponse(endpoint.link.$delete({ param: { id } })),
		onSuccess({ invoice }) {
			cacheInvoice(invoice);
			toast({ title: "Link Revoked", description: "The public link no longer works.", tone: "success" });
		},
		meta: { failure: failureToast("Failed to revoke the link. Please try again.") },
	});
}

/** Uses fetch, because a plain link would not carry the session. */
export function usePdf(invoice: PresentedInvoiceWithItems) {
	return useMutation({
		mutationFn: async () => (await endpoint.pdf.$get({ param: { id: invoice.id } })).blob(),
		onSuccess: (pdf) => saveFile(pdf, pdfFilename(invoice.invoice_number)),
		meta: { failure: failureToast("Failed to download the PDF. Please try again."), reads: true },
	});
}
