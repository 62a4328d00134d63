import { Plus } from "lucide-react";
import { useNavigate } from "react-router";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { RemindManyDialog } from "./details/remind-many-dialog.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { invoicesList, invoicesSearch } from "./invoices.list.ts";
import { invoicesCsv } from "./invoices-csv.ts";
import { InvoicesTotal, ReceivablesSummary } from "./receivables-summary.tsx";

export const meta = () => unlistedMeta("Invoices");

export default function InvoicesScreen() {
	const navigate = useNavigate();
	return (
		<ListScreen
			list={invoicesList}
			title="Invoices"
			action={
				<>
					<ButtonLink to="/admin/invoices/retainers" className="max-md:px-2">
						Retainers
					</ButtonLink>
					<ButtonLink to="/admin/invoices/new" variant="primary" icon={Plus}>
						New Invoice
					</ButtonLink>
				</>
			}
			summary={(rows) => <ReceivablesSummary invoices={rows} />}
			selectionNote={(rows) => <InvoicesTotal invoices={rows} />}
			selectionAction={(rows, done) => <RemindManyDialog invoices={rows} onDone={done} />}
			csv={invoicesCsv}
			nameOf={(row) => row.invoice_number}
			searchPlaceholder="Search by number, client, email, or company..."
			search={invoicesSearch}
			columns={invoiceColumns}
			empty={{ title: "No invoices found", hint: "Get started by creating your first invoice" }}
			onOpen={(row) => void navigate(`/admin/invoices/${row.id}`)}
		/>
	);
}
