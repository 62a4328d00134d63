import { clsx } from "clsx";
import { BadgeDollarSign, BellRing, Eye, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { useIsPhone } from "#admin/table/viewport.ts";
import { moneyIn } from "#lib/money.ts";
import { formatMonthDay } from "#lib/time/dates.ts";
import { ButtonLink, DeskButton } from "#ui/desk-buttons.tsx";
import { DeleteInvoice } from "./details/delete-invoice.tsx";
import { InvoiceStatusCell } from "./details/invoice-status-cell.tsx";
import { MarkAsPaid } from "./details/mark-as-paid.tsx";
import { isUnpaid } from "./document/invoice-document.ts";
import { refundText } from "./document/invoice-payment.ts";
import { firmDay, formatInvoiceDay, lateness } from "./invoice-days.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { AlignedAmount, Money } from "./money.tsx";

/** From 1,100 px on, there is room for the year. */
const narrowDay = "clamp(4.25rem, 100vw - 62rem, 6.75rem)";

export const invoiceColumns: readonly Column<PresentedInvoice>[] = [
	{
		header: "Number",
		width: "7.75rem",
		narrowWidth: "6.5rem",
		card: "max-md:hidden",
		cell: (row) => (
			<Link
				to={`/admin/invoices/${row.id}`}
				className="whitespace-nowrap no-underline underline-offset-2 hover:underline md:max-xl:text-xs"
			>
				{row.invoice_number}
			</Link>
		),
	},
	{
		header: "Client",
		width: "minmax(0,1.6fr)",
		card: cardPlaces.head,
		cell: (row) => <ClientCell invoice={row} />,
	},
	{
		header: "Issued",
		width: "minmax(6.75rem,0.6fr)",
		narrowWidth: narrowDay,
		card: "max-md:hidden",
		cell: (row) => <Day day={row.issue_date} />,
	},
	{
		header: "Due",
		width: "minmax(10rem,0.6fr)",
		narrowWidth: narrowDay,
		card: "max-md:col-start-1 max-md:row-start-2",
		cardLabel: "Due",
		cell: (row) => (
			<span className={clsx("whitespace-nowrap", row.status === "overdue" && "font-semibold text-destructive")}>
				<Day day={row.due_date} />
				<span className="flex flex-wrap items-center gap-x-1.5 font-normal text-xs">
					{row.status === "overdue" && (
						<span className="md:max-xl:hidden">{lateness(row.due_date, firmDay(new Date()))}</span>
					)}
					<Reminded invoice={row} />
				</span>
			</span>
		),
	},
	{
		header: "Total",
		numeric: true,
		width: "minmax(7.25rem,0.7fr)",
		narrowWidth: "6rem",
		card: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
		cell: (row) => (
			<span className="grid justify-items-end font-semibold">
				<Money amount={row.total_amount} currency={row.currency} />
				<OpenAmount invoice={row} />
			</span>
		),
	},
	{
		header: "Status",
		width: "8.25rem",
		narrowWidth: "7rem",
		card: cardPlaces.status,
		cell: (row) => <InvoiceStatusCell invoice={row} />,
	},
	{
		header: "Actions",
		width: "11.5rem",
		narrowWidth: "8.75rem",
		card: "max-md:col-span-2 max-md:row-start-3",
		cell: (row) => <InvoiceActions invoice={row} />,
	},
];

/** What of a part-paid invoice is still open, or what is to be refunded. */
function OpenAmount({ invoice }: { invoice: PresentedInvoice }) {
	const { balance_minor, total_minor, currency } = invoice;
	if (balance_minor === 0 || balance_minor === total_minor) return null;
	return (
		<span className="font-normal text-muted-foreground text-xs">
			<AlignedAmount
				text={balance_minor > 0 ? `${moneyIn(currency).formatMinor(balance_minor)} open` : refundText(invoice)}
			/>
		</span>
	);
}

/** In a narrow table, this year goes without saying, and another one stands below its day. */
function Day({ day }: { day: string }) {
	const written = formatInvoiceDay(day);
	const [monthDay, year] = written.split(", ");
	const isThisYear = year === firmDay(new Date()).slice(0, 4);
	return (
		<span title={written} className="whitespace-nowrap">
			{monthDay}
			<span className="md:max-[68.75rem]:sr-only">, </span>
			<span className={isThisYear ? "md:max-[68.75rem]:sr-only" : "md:max-[68.75rem]:block"}>{year}</span>
		</span>
	);
}

/** When the client of an unpaid invoice was last reminded. */
function Reminded({ invoice: { status, reminded_at } }: { invoice: PresentedInvoice }) {
	if (!reminded_at || !isUnpaid(status)) return null;
	const day = formatMonthDay(reminded_at);
	return (
		<span title={`Reminded ${day}`} className="flex items-center gap-0.5 whitespace-nowrap text-muted-foreground">
			<BellRing aria-hidden className="size-3 shrink-0" strokeWidth={1.75} />
			<span>
				<span className="md:sr-only">Reminded </span>
				{day}
			</span>
		</span>
	);
}

function ClientCell({ invoice }: { invoice: PresentedInvoice }) {
	const { id, client_name: name, client_company, client_email, invoice_number } = invoice;
	// On a card, which has no column for it, the number stands here.
	const line = useIsPhone() ? invoice_number : (client_company ?? client_email);
	return (
		<>
			<p dir="auto" className="text-left font-semibold max-md:pr-30 max-md:text-[0.9375rem] max-md:leading-8">
				<Link
					to={`/admin/invoices/${id}`}
					className="block truncate no-underline underline-offset-2 hover:underline md:-my-[3px] md:py-[3px]"
				>
					{name}
				</Link>
			</p>
			<p dir="auto" className="truncate text-left text-muted-foreground text-xs max-md:text-dense">
				{line}
			</p>
		</>
	);
}

function InvoiceActions({ invoice }: { invoice: PresentedInvoice }) {
	const { id, invoice_number } = invoice;
	/** Words on a phone's card, icons in a row. */
	const labeled = (title: string, label = `${title} ${invoice_number}`) => ({
		title,
		"aria-label": label,
		className: "md:px-2.25 md:max-xl:px-1.5",
		children: <span className="md:hidden">{title}</span>,
	});
	return (
		<span className="flex flex-wrap gap-1.5 md:max-xl:gap-0.5 max-md:*:grow max-md:*:justify-center">
			<ButtonLink to={`/admin/invoices/${id}`} icon={Eye} {...labeled("View")} />
			<ButtonLink to={`/admin/invoices/${id}/edit`} icon={Pencil} {...labeled("Edit")} />
			{isUnpaid(invoice.status) && (
				<MarkAsPaid
					invoice={invoice}
					button={<DeskButton icon={BadgeDollarSign} {...labeled("Mark as Paid", `Mark ${invoice_number} as paid`)} />}
				/>
			)}
			<DeleteInvoice
				invoice={invoice}
				icon={Trash2}
				{...labeled("Delete")}
				className="text-destructive! md:ml-auto md:px-2.25 md:max-xl:px-1.5"
			/>
		</span>
	);
}
