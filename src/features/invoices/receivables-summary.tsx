import { memo, type ReactNode } from "react";
import { MaybeLink } from "#admin/table/maybe-link.tsx";
import { sumAmounts } from "#lib/money.ts";
import { isUnpaid } from "./document/invoice-document.ts";
import { firmDay, writeInvoiceMonth } from "./invoice-days.ts";
import { unpaidWord } from "./invoices.list.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { Money } from "./money.tsx";

type Invoices = readonly PresentedInvoice[];

/** Recalculates only when the invoices change, not at each letter typed into the search. */
export const ReceivablesSummary = memo(Summary);

/** What clients owe, and what this month has brought, over all invoices, regardless of the list's filter. */
function Summary({ invoices }: { invoices: Invoices }) {
	const unpaid = invoices.filter((invoice) => isUnpaid(invoice.status));
	const overdue = unpaid.filter((invoice) => invoice.status === "overdue");
	const today = firmDay(new Date());
	const isThisMonth = (day: string | null) => day?.slice(0, 7) === today.slice(0, 7);
	const billed = invoices.filter(
		({ status, issue_date }) => status !== "draft" && status !== "cancelled" && isThisMonth(issue_date),
	);
	const month = writeInvoiceMonth(today);
	return (
		<dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1 md:ml-2">
			<Sum label="Outstanding" to={`/admin/invoices?q=${unpaidWord}`} of={unpaid} />
			<Sum label="Overdue" to="/admin/invoices?status=overdue" of={overdue} alarming={overdue.length > 0} />
			<Sum label={`Billed in ${month}`} of={billed} />
			<Sum label={`Paid in ${month}`} of={invoices.filter(({ paid_at }) => isThisMonth(paid_at))} />
		</dl>
	);
}

/** @param to the list of what is added up */
function Sum({ label, of, to, alarming = false }: { label: string; of: Invoices; to?: string; alarming?: boolean }) {
	return (
		<div className="flex items-baseline gap-1.5">
			<dt className="text-muted-foreground text-xs">{label}</dt>
			<dd className={alarming ? "font-semibold text-destructive" : "font-semibold"}>
				<MaybeLink
					to={to}
					className="inline-flex min-h-6 items-center underline decoration-current/40 underline-offset-3 hover:decoration-current"
				>
					<InvoicesTotal invoices={of} />
				</MaybeLink>
			</dd>
		</div>
	);
}

/** The sum of these invoices, whatever their status. */
export function InvoicesTotal({ invoices }: { invoices: Invoices }): ReactNode {
	return <Money amount={sumAmounts(invoices.map((invoice) => invoice.total_amount))} />;
}
