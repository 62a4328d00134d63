import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate, useParams } from "react-router";
import { ConflictDialog } from "#admin/conflict-dialog.tsx";
import { unlistedMeta } from "#site/seo.ts";
import { toast } from "#ui/toast.ts";
import { InvoiceForm } from "./invoice-form.tsx";
import { newInvoiceValues, valuesOf } from "./invoice-form-values.ts";
import { InvoiceMissing, InvoiceSkeleton } from "./invoice-placeholders.tsx";
import { invoiceQuery } from "./invoice-queries.ts";
import { invoiceFailures } from "./invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "./invoices.server.ts";
import { useSaveInvoice } from "./use-save-invoice.ts";

export const meta = () => unlistedMeta("Invoice");

/** /admin/invoices/new and /admin/invoices/{id}/edit. */
export default function InvoiceFormScreen() {
	const { id } = useParams();
	return id ? <EditInvoice key={id} id={id} /> : <InvoiceEditor />;
}

function EditInvoice({ id }: { id: string }) {
	const { data, error, isFetchedAfterMount, refetch } = useQuery({
		...invoiceQuery(id, invoiceFailures.load),
		// Once the form is filled, a failure to load again must not take it away.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
	if (error) return <InvoiceMissing error={error} text={invoiceFailures.load} onRetry={() => void refetch()} />;
	// What an earlier visit left in the cache may be outdated, and the form does not follow later answers.
	if (!data || !isFetchedAfterMount) return <InvoiceSkeleton />;
	return <InvoiceEditor invoice={data} />;
}

function InvoiceEditor({ invoice }: { invoice?: PresentedInvoiceWithItems }) {
	const saved = useRef(false);
	const navigate = useNavigate();
	const saving = useSaveInvoice(invoice, (stored) => {
		saved.current = true;
		const description = invoice ? "Invoice updated successfully." : "Invoice created successfully.";
		toast({ title: "Success", description, tone: "success" });
		void navigate(`/admin/invoices/${stored.id}`);
	});
	const { source, conflict } = saving;
	return (
		<>
			<InvoiceForm
				// Their version fills the form anew.
				key={source?.version}
				title={source ? `Edit ${source.invoice_number}` : "New Invoice"}
				defaultValues={source ? valuesOf(source) : newInvoiceValues(new Date())}
				editing={source !== undefined}
				saving={saving.isSaving}
				cancelTo={source ? `/admin/invoices/${source.id}` : "/admin/invoices"}
				isSaved={() => saved.current}
				onSubmit={saving.save}
			/>
			{conflict && (
				<ConflictDialog
					subject="invoice"
					onKeepEditing={saving.keepEditing}
					onTakeTheirs={saving.takeTheirs}
					onSaveMine={saving.saveMine}
				>
					Somebody else has changed {conflict.theirs.invoice_number} since you opened it, so your changes were not
					saved. Only the version that you choose will remain.
				</ConflictDialog>
			)}
		</>
	);
}
