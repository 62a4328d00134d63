import type { Column } from "#admin/data-table-row.tsx";
import { useSavingStatus, useStatusChange } from "#admin/list.ts";
import { StatusSelect } from "#admin/status-select.tsx";
import { formatDollars } from "#lib/money.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { formatInvoiceDay } from "./invoice-days.ts";
import { deleteQuestion, useDeleteInvoice } from "./invoice-queries.ts";
import { invoicesList } from "./invoices.list.ts";
import { invoiceStatusTones } from "./invoices.schema.ts";
import type { PresentedInvoice } from "./invoices.server.ts";

export const invoiceColumns: readonly Column<PresentedInvoice>[] = [
	{
		header: "Number",
		width: "8.5rem",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (row) => <span className="whitespace-nowrap tabular-nums">{row.invoice_number}</span>,
	},
	{
		header: "Client",
		width: "minmax(0,1.6fr)",
		card: "max-md:col-start-1 max-md:row-start-1",
		cell: (row) => (
			<>
				<p dir="auto" className="truncate text-left font-semibold max-md:text-[0.9375rem]">
					{row.client_name}
				</p>
				<p dir="auto" className="truncate text-left text-muted-foreground text-xs max-md:hidden">
					{row.client_company ?? row.client_email}
				</p>
			</>
		),
	},
	{
		header: "Issued",
		width: "minmax(6.75rem,0.6fr)",
		card: "max-md:hidden",
		cell: (row) => formatInvoiceDay(row.issue_date),
	},
	{
		header: "Due",
		width: "minmax(6.75rem,0.6fr)",
		card: "max-md:col-start-1 max-md:row-start-3",
		cell: (row) => (
			<span className={row.status === "overdue" ? "font-semibold text-destructive" : undefined}>
				<span className="md:hidden">Due </span>
				{formatInvoiceDay(row.due_date)}
			</span>
		),
	},
	{
		header: "Total",
		width: "minmax(7.5rem,0.7fr)",
		card: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
		cell: (row) => <p className="text-right font-semibold tabular-nums">{formatDollars(row.total_amount)}</p>,
	},
	{
		header: "Status",
		width: "8.25rem",
		card: "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end",
		cell: (row) => <InvoiceStatusCell invoice={row} />,
	},
	{
		header: "Actions",
		width: "13.5rem",
		card: "max-md:col-span-2 max-md:row-start-4",
		cell: (row) => <InvoiceActions invoice={row} />,
	},
];

function InvoiceStatusCell({ invoice }: { invoice: PresentedInvoice }) {
	const { mutate } = useStatusChange(invoicesList);
	const saving = useSavingStatus(invoicesList, invoice.id);
	return (
		<StatusSelect
			label={`Status of ${invoice.invoice_number}`}
			value={saving ?? invoice.status}
			labels={invoicesList.statusLabels}
			tones={invoiceStatusTones}
			saving={saving !== undefined}
			onChange={(status) => mutate({ id: invoice.id, status })}
		/>
	);
}

function InvoiceActions({ invoice: { id, invoice_number } }: { invoice: PresentedInvoice }) {
	const { mutate, isPending } = useDeleteInvoice();
	return (
		<span className="flex gap-1.5">
			<ButtonLink size="dense" variant="secondary" to={`/admin/invoices/${id}`} aria-label={`View ${invoice_number}`}>
				View
			</ButtonLink>
			<ButtonLink
				size="dense"
				variant="secondary"
				to={`/admin/invoices/${id}/edit`}
				aria-label={`Edit ${invoice_number}`}
			>
				Edit
			</ButtonLink>
			<Button
				size="dense"
				variant="secondary"
				busy={isPending}
				aria-label={`Delete ${invoice_number}`}
				onClick={() => window.confirm(deleteQuestion) && mutate(id)}
			>
				Delete
			</Button>
		</span>
	);
}
