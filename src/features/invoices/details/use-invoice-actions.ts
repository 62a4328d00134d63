import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useNavigate } from "react-router";
import { api } from "#admin/session/api-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { pdfFilename } from "#features/invoices/document/invoice-pdf-headers.ts";
import { useCacheInvoice } from "#features/invoices/form/use-cache-invoice.ts";
import { failureToast } from "#features/invoices/invoice-queries.ts";
import { settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { toast } from "#ui/toast.ts";

const endpoint = api.api.invoices[":id"];

/** @param acceptMissing whether the author has read which characters the PDF can't show */
export function useSendInvoice(
	{ id, client_email, status }: PresentedInvoiceWithItems,
	acceptMissing: boolean,
	onSent: () => void,
) {
	const cacheInvoice = useCacheInvoice();
	const settled = settledStatusOf(status);
	return useMutation({
		mutationFn: () => {
			const query = { ...(settled && { even_if: settled }), ...(acceptMissing && { accept_missing: "true" as const }) };
			return parseResponse(endpoint.send.$post({ param: { id }, query }));
		},
		onSuccess({ invoice }) {
			cacheInvoice(invoice);
			toast({
				title: "Invoice Sent",
				description: `Invoice ${invoice.invoice_number} is on its way to ${client_email}.`,
				tone: "success",
			});
			onSent();
		},
		meta: { failure: failureToast("Failed to send invoice. Please try again.") },
	});
}

export function useDuplicateInvoice(id: string) {
	const cacheInvoice = useCacheInvoice();
	const navigate = useNavigate();
	return useMutation({
		mutationFn: () => parseResponse(endpoint.duplicate.$post({ param: { id } })),
		onSuccess({ invoice }) {
			cacheInvoice(invoice);
			toast({ title: "Success", description: "Invoice created successfully.", tone: "success" });
			void navigate(`/admin/invoices/${invoice.id}/edit`);
		},
		meta: { failure: failureToast("Failed to duplicate invoice. Please try again.") },
	});
}

export function useCreateLink(id: string) {
	const cacheInvoice = useCacheInvoice();
	return useMutation({
		mutationFn: () => parseResponse(endpoint.link.$post({ param: { id } })),
		onSuccess: ({ invoice }) => cacheInvoice(invoice),
		meta: { failure: failureToast("Failed to create the link. Please try again.") },
	});
}

export function useRevokeLink(id: string) {
	const cacheInvoice = useCacheInvoice();
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
		onSuccess: (pdf) => saveFile(pdf, pdfFilename(invoice)),
		meta: { failure: failureToast("Failed to download the PDF. Please try again.") },
	});
}
