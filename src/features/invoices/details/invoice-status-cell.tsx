import { useState } from "react";
import { useSavingStatus, useStatusChange } from "#admin/lists/statuses.ts";
import { StatusSelect } from "#admin/table/status-select.tsx";
import { invoicesList } from "#features/invoices/invoices.list.ts";
import type { PresentedInvoice } from "#features/invoices/invoices.record.server.ts";
import { MarkAsPaidQuestion } from "./mark-as-paid.tsx";

/** The status of a row, which staff may change. A draft becomes paid only after a question, because no client has it. */
export function InvoiceStatusCell({ invoice }: { invoice: PresentedInvoice }) {
	const { mutate } = useStatusChange(invoicesList);
	const saving = useSavingStatus(invoicesList, invoice.id);
	const [asking, setAsking] = useState(false);
	return (
		<>
			<StatusSelect
				label={`Status of ${invoice.invoice_number}`}
				value={saving ?? invoice.status}
				labels={invoicesList.statusLabels}
				tones={invoicesList.statusTones}
				saving={saving !== undefined}
				onChange={(status) => {
					if (status === "paid" && invoice.status === "draft") setAsking(true);
					else mutate({ row: invoice, status });
				}}
			/>
			{asking && <MarkAsPaidQuestion invoice={invoice} onClose={() => setAsking(false)} />}
		</>
	);
}
