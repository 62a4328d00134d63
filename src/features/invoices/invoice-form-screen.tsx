import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useRef } from "react";
import { useNavigate, useParams } from "react-router";
import { useUnsavedChangesGuard } from "#admin/unsaved-changes.ts";
import { unlistedMeta } from "#site/seo.ts";
import { toast } from "#ui/toast.ts";
import { InvoiceForm } from "./invoice-form.tsx";
import { newInvoiceValues, valuesOf } from "./invoice-form-values.ts";
import { InvoiceMissing, InvoiceSkeleton } from "./invoice-placeholders.tsx";
import { invoiceQuery, manageInvoices, tellFailure, useKeepInvoice } from "./invoice-queries.ts";
import { type InvoiceInput, invoiceFailures } from "./invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "./invoices.server.ts";

export const meta = () => unlistedMeta("Invoice");

/** /admin/invoices/new and /admin/invoices/{id}/edit. */
export default function InvoiceFormScreen() {
	const { id } = useParams();
	return id ? <EditInvoice key={id} id={id} /> : <InvoiceEditor title="New Invoice" />;
}

function EditInvoice({ id }: { id: string }) {
	const { data, error, isFetchedAfterMount, refetch } = useQuery(invoiceQuery(id, invoiceFailures.load));
	if (error) return <InvoiceMissing error={error} text={invoiceFailures.load} onRetry={() => void refetch()} />;
	// What an earlier visit left in the cache may be outdated, and the form does not follow later answers.
	if (!data || !isFetchedAfterMount) return <InvoiceSkeleton />;
	return <InvoiceEditor title={`Edit ${data.invoice_number}`} invoice={data} />;
}

function InvoiceEditor({ title, invoice }: { title: string; invoice?: PresentedInvoiceWithItems }) {
	const dirty = useRef(false);
	const saved = useRef(false);
	useUnsavedChangesGuard(() => dirty.current && !saved.current);
	const navigate = useNavigate();
	const client = useQueryClient();
	const keepInvoice = useKeepInvoice();
	const { mutate, isPending } = useMutation({
		mutationFn: async (json: InvoiceInput) => {
			const answer = await (invoice
				? parseResponse(manageInvoices.$put({ query: { id: invoice.id }, json }))
				: parseResponse(manageInvoices.$post({ json })));
			return answer.invoice;
		},
		onSuccess(stored) {
			saved.current = true;
			keepInvoice(stored);
			void client.invalidateQueries({ queryKey: ["list", "invoices"] });
			const description = invoice ? "Invoice updated successfully." : "Invoice created successfully.";
			toast({ title: "Success", description, tone: "success" });
			void navigate(`/admin/invoices/${stored.id}`);
		},
		meta: { failure: tellFailure(invoice ? invoiceFailures.update : invoiceFailures.create) },
	});
	return (
		<InvoiceForm
			title={title}
			defaultValues={invoice ? valuesOf(invoice) : newInvoiceValues(new Date())}
			editing={invoice !== undefined}
			saving={isPending}
			cancelTo={invoice ? `/admin/invoices/${invoice.id}` : "/admin/invoices"}
			onDirtyChange={(isDirty) => {
				dirty.current = isDirty;
			}}
			onSubmit={mutate}
		/>
	);
}
