import { parseResponse } from "hono/client";
import type { StatusNote } from "#admin/lists/list.ts";
import { changeRows } from "#admin/lists/statuses.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { notSentText, transportQuery } from "#features/mails/mail-strip.tsx";
import { counted, listed } from "#lib/text/text.ts";
import { toast } from "#ui/toast.ts";
import { isUnpaid } from "./document/invoice-document.ts";
import { failureToast, invoiceKey } from "./invoice-queries.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { invoiceStatusLabels } from "./invoices.schema.ts";

/** What there is to say of invoices that have a new status: money is asked for, but their clients have got no email. */
export function notEmailed(rows: readonly PresentedInvoice[]): StatusNote | undefined {
	const unsent = rows.filter(({ status, sent_at }) => isUnpaid(status) && sent_at === null);
	const [first] = unsent;
	if (!first) return undefined;
	const marked = unsent.length > 1 ? `${unsent.length.toLocaleString("en-US")} marked` : "Marked";
	return {
		text: `${marked} as ${invoiceStatusLabels[first.status].toLowerCase()}. No email went out`,
		action: { label: "Send Now", onSelect: () => void sendNow(unsent).catch(() => {}) },
	};
}

/** One after the other, up to the first that is refused, which the toast names. */
async function sendNow(invoices: readonly PresentedInvoice[]): Promise<void> {
	let current = "";
	const send = async () => {
		for (const { id, invoice_number } of invoices) {
			current = invoice_number;
			await parseResponse(api.api.invoices[":id"].send.$post({ param: { id }, query: {} }));
			void queryClient.invalidateQueries({ queryKey: invoiceKey(id) });
		}
	};
	const failure = failureToast("Failed to send invoice. Please try again.");
	await changeRows(send, (error) => ({ ...failure(error), title: `${current} Not Sent` }));
	const to = listed(invoices.map(({ client_email }) => client_email));
	const isMailMissing = queryClient.getQueryData(transportQuery.queryKey)?.server === null;
	if (isMailMissing) toast({ title: "Email Kept as a File", description: notSentText([to]) });
	else toast({ title: `${counted(invoices.length, "Invoice")} Sent`, description: `To ${to}.`, tone: "success" });
}
