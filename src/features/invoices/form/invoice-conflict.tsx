import { type InvoiceInput, invoiceFields, invoiceStatusLabels } from "#features/invoices/invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { formatAmount } from "#lib/money.ts";
import { recordBy } from "#lib/pick.ts";

const labels: Record<keyof InvoiceInput, string> = {
	client_name: "Client Name",
	client_email: "Client Email",
	client_company: "Company",
	client_phone: "Phone",
	client_address: "Address",
	due_date: "Due Date",
	tax_rate: "Tax Rate (%)",
	status: "Status",
	items: "Items",
	terms: "Terms",
	notes: "Internal Notes",
};

/** For the choice between two versions: the fields that differ. */
export function InvoiceConflict({ mine, theirs }: { mine: InvoiceInput; theirs: PresentedInvoiceWithItems }) {
	const versions = { mine: textsOf(mine), theirs: textsOf({ ...theirs, items: theirs.invoice_items }) };
	const names = (Object.keys(labels) as (keyof InvoiceInput)[]).filter(
		(name) => versions.mine[name] !== versions.theirs[name],
	);
	return (
		<section
			aria-label="Differences"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className="mt-1 max-h-72 overflow-y-auto rounded-sm border border-border p-3"
		>
			<table className="w-full text-left *:align-top [&_:is(th,td)]:py-1 [&_:is(th,td)]:pr-3 [&_td]:whitespace-pre-line [&_td]:wrap-anywhere">
				<thead>
					<tr className="text-muted-foreground text-xs">
						<th scope="col">Field</th>
						<th scope="col">Their Version</th>
						<th scope="col">Your Version</th>
					</tr>
				</thead>
				<tbody>
					{names.map((name) => (
						<tr key={name} className="border-border border-t align-top">
							<th scope="row" className="font-semibold">
								{labels[name]}
							</th>
							<td>{versions.theirs[name] || "Empty"}</td>
							<td>{versions.mine[name] || "Empty"}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

type Version = Pick<InvoiceInput, "status" | "items"> & Record<(typeof invoiceFields)[number], unknown>;

function textsOf({ items, status, ...fields }: Version): Record<keyof InvoiceInput, string> {
	return {
		...recordBy(invoiceFields, (name) => String(fields[name] ?? "")),
		status: status ? invoiceStatusLabels[status] : "",
		items: items
			.map(({ description, quantity, unit_price }) => `${quantity} × ${description}, ${formatAmount(unit_price)}`)
			.join("\n"),
	};
}
