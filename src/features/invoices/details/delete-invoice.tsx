import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import type { ComponentProps } from "react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { failureToast, manageInvoices } from "#features/invoices/invoice-queries.ts";
import { invoicesList } from "#features/invoices/invoices.list.ts";
import type { PresentedInvoice } from "#features/invoices/invoices.record.server.ts";
import { type InvoiceStatus, invoiceFailures } from "#features/invoices/invoices.schema.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";

const whatGoes =
	"If you delete it, its items and public link will be deleted, too, and its number won't be reused. This can't be undone.";

/** Why staff should keep an invoice that has been sent. */
const keepingAdvice: Record<InvoiceStatus, string> = {
	draft: "",
	sent: "The client has this invoice. Set its status to Cancelled instead, so that its number stays on record.",
	overdue: "The client has this invoice. Set its status to Cancelled instead, so that its number stays on record.",
	paid: "This invoice is paid. Keep it for your records.",
	cancelled: "Keep a canceled invoice so that its number stays on record.",
};

/** A button that deletes an invoice. */
export function DeleteInvoice({
	invoice: { id, invoice_number, client_name, status },
	onDeleted,
	...button
}: ComponentProps<typeof DeskButton> & {
	invoice: Pick<PresentedInvoice, "id" | "invoice_number" | "client_name" | "status">;
	onDeleted?(): void;
}) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(manageInvoices.$delete({ query: { id } })),
		onSuccess() {
			invoicesList.removeRows([id]);
			toast({ title: invoice_number, description: "Invoice deleted successfully.", tone: "success" });
			onDeleted?.();
		},
		meta: { failure: failureToast(invoiceFailures.delete) },
	});
	return (
		<ConfirmedAction
			title="Delete Invoice"
			subject={`${invoice_number} for ${client_name}`}
			question="Are you sure you want to delete this invoice?"
			consequence={[keepingAdvice[status], whatGoes].filter(Boolean).join(" ")}
			action={status === "draft" ? "Delete" : "Delete Anyway"}
			onConfirm={mutate}
			button={<DeskButton busy={isPending} {...button} />}
		/>
	);
}
