import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useVersionedSave } from "#admin/editing/versioned-save.tsx";
import { api } from "#admin/session/api-client.ts";
import { InvoiceMissing, InvoiceSkeleton } from "#features/invoices/details/invoice-placeholders.tsx";
import { firmDay } from "#features/invoices/invoice-days.ts";
import { failureToast, invoiceQuery, manageInvoices } from "#features/invoices/invoice-queries.ts";
import { type InvoiceInput, invoiceFailures } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { isInLedger } from "#features/invoices/ledger/ledger.schema.ts";
import { notEmailed } from "#features/invoices/mark-as-sent.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { toast } from "#ui/toast.ts";
import { cacheInvoice } from "./cache-invoice.ts";
import { InvoiceConflict } from "./invoice-conflict.tsx";
import { InvoiceForm } from "./invoice-form.tsx";
import { copyOf, type InvoiceFormValues, newInvoiceValues, valuesOf } from "./invoice-form-values.ts";

export const meta = () => unlistedMeta("Invoice");

/** The screens /admin/invoices/new and /admin/invoices/{id}/edit. */
export default function InvoiceFormScreen() {
	const { id } = useParams();
	const [params] = useSearchParams();
	const [copied, client, item] = [params.get("copy"), params.get("client"), params.get("item") ?? undefined];
	if (id) return <EditInvoice key={id} id={id} />;
	if (copied) return <CopyInvoice key={copied} id={copied} />;
	return client ? <BillClient key={client} email={client} item={item} /> : <InvoiceEditor />;
}

/** The number of a copy is taken when it is saved, so leaving it leaves no gap. */
function CopyInvoice({ id }: { id: string }) {
	const { data, error, refetch } = useQuery({ ...invoiceQuery(id, invoiceFailures.load), ...onlyOnce });
	if (error) return <InvoiceMissing error={error} text={invoiceFailures.load} onRetry={() => void refetch()} />;
	return data ? <InvoiceEditor values={copyOf(data, new Date())} /> : <InvoiceSkeleton />;
}

/** For a client who is known from an earlier invoice or a booking. */
function BillClient({ email, item }: { email: string; item: string | undefined }) {
	const { data, isError } = useQuery({
		queryKey: ["invoices", "clients", email],
		queryFn: ({ signal }) =>
			parseResponse(api.api.invoices.clients.$get({ query: { q: email } }, { init: { signal } })),
		...onlyOnce,
		meta: {},
	});
	if (!data && !isError) return <InvoiceSkeleton />;
	const client = data?.clients.find((each) => each.client_email.toLowerCase() === email.toLowerCase());
	return <InvoiceEditor values={newInvoiceValues(new Date(), client, item)} />;
}

/** Once the form is filled, it stays even if reloading fails. */
const onlyOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

function EditInvoice({ id }: { id: string }) {
	const { data, error, isFetchedAfterMount, refetch } = useQuery({
		...invoiceQuery(id, invoiceFailures.load),
		...onlyOnce,
	});
	if (error) return <InvoiceMissing error={error} text={invoiceFailures.load} onRetry={() => void refetch()} />;
	// Data in the cache from an earlier visit may be outdated, and the form does not follow later responses.
	if (!data || !isFetchedAfterMount) return <InvoiceSkeleton />;
	return <InvoiceEditor invoice={data} />;
}

function InvoiceEditor({ invoice, values }: { invoice?: PresentedInvoiceWithItems; values?: InvoiceFormValues }) {
	const [now] = useState(() => new Date());
	const saved = useRef(false);
	const navigate = useNavigate();
	/** The data that the form is filled from. */
	const [source, setSource] = useState(invoice);
	const { isSaving, save, conflictDialog } = useVersionedSave({
		subject: "invoice",
		initial: invoice,
		Difference: InvoiceConflict,
		isWhole: true,
		create: async (input: InvoiceInput, named, request) =>
			(await parseResponse(manageInvoices.$post({ json: { ...input, ...named } }, request))).invoice,
		change: async (input, _touched, { id, ...named }, request) =>
			(await parseResponse(manageInvoices.$put({ query: { id }, json: { ...input, ...named } }, request))).invoice,

		onSaved(stored) {
			cacheInvoice(stored);
			saved.current = true;
			const description = invoice ? "Invoice updated successfully." : "Invoice created successfully.";
			const note = source && source.status !== stored.status && notEmailed([stored]);
			toast({
				title: stored.invoice_number,
				description: note ? `${description} ${note.text}.` : description,
				tone: "success",
				...(note && { action: note.action }),
			});
			void navigate(`/admin/invoices/${stored.id}`);
		},
		onTheirs(theirs) {
			cacheInvoice(theirs);
			setSource(theirs);
		},
		failure: failureToast(invoice ? invoiceFailures.update : invoiceFailures.create),
	});
	return (
		<>
			<InvoiceForm
				// The other person's version fills the form again.
				key={source?.version}
				title={source ? `Edit ${source.invoice_number}` : "New Invoice"}
				defaultValues={source ? valuesOf(source) : (values ?? newInvoiceValues(now))}
				issued={source?.issue_date ?? firmDay(now)}
				currency={source?.currency ?? site.currency}
				editing={source !== undefined}
				fixed={source !== undefined && isInLedger(source)}
				saving={isSaving}
				cancelTo={source ? `/admin/invoices/${source.id}` : "/admin/invoices"}
				isSaved={() => saved.current}
				onSubmit={save}
			/>
			{conflictDialog}
		</>
	);
}
