import { memo } from "react";
import { sumAmounts } from "#lib/money.ts";
import { isUnpaid } from "./document/invoice-document.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { Money } from "./money.tsx";

/**
 * Recalculates only when the invoices change. With thousands of them, each letter typed into the search would otherwise
 * add everything up again.
 */
export const ReceivablesSummary = memo(Summary);

/** What clients owe over all invoices, regardless of the list's filter. */
function Summary({ invoices }: { invoices: readonly PresentedInvoice[] }) {
	const unpaid = invoices.filter((invoice) => isUnpaid(invoice.status));
	const overdue = unpaid.filter((invoice) => invoice.status === "overdue");
	return (
		<dl className="flex flex-wrap gap-x-4 gap-y-1 md:ml-2">
			<Amount label="Outstanding" of={unpaid} />
			<Amount label="Overdue" of={overdue} className={overdue.length > 0 ? "text-destructive" : undefined} />
		</dl>
	);
}

function Amount({
	label,
	of,
	className,
}: {
	label: string;
	of: readonly PresentedInvoice[];
	className?: string | undefined;
}) {
	return (
		<div className="flex items-baseline gap-1.5">
			<dt className="text-muted-foreground text-xs">{label}</dt>
			<dd className={className ? `font-semibold ${className}` : "font-semibold"}>
				<Money amount={sumAmounts(of.map((invoice) => invoice.total_amount))} />
			</dd>
		</div>
	);
}
