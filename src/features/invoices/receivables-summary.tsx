import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { memo, type ReactNode } from "react";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import { MaybeLink } from "#admin/table/maybe-link.tsx";
import { moneyIn, sumsByCurrency } from "#lib/money.ts";
import { isOpen } from "./document/invoice-document.ts";
import { firmDay, writeInvoiceMonth } from "./invoice-days.ts";
import { refundWord, unpaidWord } from "./invoices.list.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { AlignedAmount } from "./money.tsx";

type Invoices = readonly PresentedInvoice[];
type Sums = readonly { currency: string; minor: number }[];

/** Recalculates only when the invoices change, not at each letter typed into the search. */
export const ReceivablesSummary = memo(Summary);

/** What clients owe, and what this month has brought, over all invoices, regardless of the list's filter. */
function Summary({ invoices }: { invoices: Invoices }) {
	const unpaid = invoices.filter(isOpen);
	const overdue = unpaid.filter((invoice) => invoice.status === "overdue");
	const today = firmDay(new Date());
	const isThisMonth = (day: string | null) => day?.slice(0, 7) === today.slice(0, 7);
	const billed = invoices.filter(
		({ status, issue_date }) => status !== "draft" && status !== "cancelled" && isThisMonth(issue_date),
	);
	const { data: received } = useQuery(receivedQuery(today));
	const owedBack = invoices.filter(({ balance_minor }) => balance_minor < 0);
	const month = writeInvoiceMonth(today);
	return (
		<dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1 md:ml-2">
			<Sum label="Outstanding" to={`/admin/invoices?q=${unpaidWord}`} of={sumsByCurrency(unpaid, balanceOf)} />
			<Sum
				label="Overdue"
				to="/admin/invoices?status=overdue"
				of={sumsByCurrency(overdue, balanceOf)}
				alarming={overdue.length > 0}
			/>
			{owedBack.length > 0 && (
				<Sum
					label="To Refund"
					to={`/admin/invoices?q=${refundWord}`}
					of={sumsByCurrency(owedBack, ({ balance_minor }) => -balance_minor)}
				/>
			)}
			<Sum
				label={`Billed in ${month}`}
				of={sumsByCurrency(billed, ({ total_minor, credited_minor }) => total_minor - credited_minor)}
			/>
			{received && <Sum label={`Received in ${month}`} of={received.received} />}
		</dl>
	);
}

/** @param to the list of what is added up */
function Sum({ label, of, to, alarming = false }: { label: string; of: Sums; to?: string; alarming?: boolean }) {
	return (
		<div className="flex items-baseline gap-1.5">
			<dt className="text-muted-foreground text-xs">{label}</dt>
			<dd className={alarming ? "font-semibold text-destructive" : "font-semibold"}>
				<MaybeLink
					to={to}
					className="inline-flex min-h-6 items-center underline decoration-current/40 underline-offset-3 hover:decoration-current"
				>
					<SumsInCurrencies sums={of} />
				</MaybeLink>
			</dd>
		</div>
	);
}

/** What these invoices come to, whatever their status. */
export const InvoicesTotal = ({ invoices }: { invoices: Invoices }): ReactNode => (
	<SumsInCurrencies sums={sumsByCurrency(invoices, ({ total_minor }) => total_minor)} />
);

/** One after the other, as no one adds them up. */
const SumsInCurrencies = ({ sums }: { sums: Sums }) =>
	sums.map(({ currency, minor }, index) => (
		<span key={currency}>
			{index > 0 && ", "}
			<AlignedAmount text={moneyIn(currency).formatMinor(minor)} />
		</span>
	));

const balanceOf = ({ balance_minor }: PresentedInvoice) => balance_minor;

/** What has come in the month of this day, which only the ledger says. */
const receivedQuery = (day: string) => ({
	queryKey: [...derivedKey, "received", day],
	queryFn: ({ signal }: { signal: AbortSignal }) =>
		parseResponse(
			api.api.payments.received.$get({ query: { from: `${day.slice(0, 8)}01`, to: day } }, { init: { signal } }),
		),
});
