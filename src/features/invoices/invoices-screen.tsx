import { Plus } from "lucide-react";
import { useDeferredValue, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { DataTable, type DataTableHandle } from "#admin/data-table.tsx";
import { EmptyState } from "#admin/empty-state.tsx";
import { ExportButton } from "#admin/export-button.tsx";
import { useListRows } from "#admin/list.ts";
import { useListFilter } from "#admin/list-filter.ts";
import { ListFilterBar } from "#admin/list-filter-bar.tsx";
import { LiveBadge } from "#admin/live-badge.tsx";
import { LoadFailure } from "#admin/load-failure.tsx";
import { useSelection } from "#admin/selection.ts";
import { SelectionBar } from "#admin/selection-bar.tsx";
import { TableSkeleton } from "#admin/table-skeleton.tsx";
import { useIsDesktop } from "#admin/viewport.ts";
import { unlistedMeta } from "#site/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { invoiceColumns, narrowInvoiceColumns } from "./invoice-columns.tsx";
import { invoicesList, invoicesSearch } from "./invoices.list.ts";
import { invoicesCsv } from "./invoices-csv.ts";
import { ReceivablesSummary } from "./receivables-summary.tsx";

export const meta = () => unlistedMeta("Invoices");

export default function InvoicesScreen() {
	const { rows, isError, isFetching, retry, freshIds } = useListRows(invoicesList);
	const filter = useListFilter();
	const query = useDeferredValue(filter.text.trim().toLowerCase());
	const shown = useMemo(
		() => rows?.filter((row) => (!filter.status || row.status === filter.status) && invoicesSearch.matches(row, query)),
		[rows, filter.status, query],
	);
	const { selection, rows: selected } = useSelection(shown);
	const columns = useIsDesktop() ? invoiceColumns : narrowInvoiceColumns;
	const table = useRef<DataTableHandle>(null);
	const navigate = useNavigate();
	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl leading-tight tracking-[-0.015em]">Invoices</h1>
				{shown && <CountBadge>{shown.length.toLocaleString("en-US")}</CountBadge>}
				<LiveBadge />
				{rows && <ReceivablesSummary invoices={rows} />}
				<div className="ml-auto flex gap-2">
					<ExportButton rows={isFetching ? undefined : shown} {...invoicesCsv} />
					<ButtonLink to="/admin/invoices/new" size="dense">
						<Plus aria-hidden className="size-4" strokeWidth={1.75} />
						New Invoice
					</ButtonLink>
				</div>
			</div>
			<ListFilterBar
				filter={filter}
				placeholder="Search by number, client, email, or company..."
				statusLabels={invoicesList.statusLabels}
				onLeaveDown={() => table.current?.focusRow()}
			/>
			{isError && !isFetching && <LoadFailure text={invoicesList.failures.load} onRetry={retry} />}
			{!shown && !isError && <TableSkeleton columns={columns} selectable />}
			{shown?.length === 0 && !isError && (
				<EmptyState
					title="No invoices found"
					hint={
						filter.text || filter.status
							? "Try adjusting your search or filters"
							: "Get started by creating your first invoice"
					}
				/>
			)}
			{shown && shown.length > 0 && (
				<DataTable
					ref={table}
					label="Invoices"
					columns={columns}
					rows={shown}
					freshIds={freshIds}
					onOpen={(row) => navigate(`/admin/invoices/${row.id}`)}
					selection={{ of: selection, nameOf: (row) => row.invoice_number }}
				/>
			)}
			<SelectionBar
				list={invoicesList}
				selection={selection}
				rows={selected}
				of={shown?.length ?? 0}
				onDone={() => table.current?.focusRow()}
			/>
		</>
	);
}
