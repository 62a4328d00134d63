import { Link } from "react-router";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { invoiceStatusLabels, invoiceStatusTones } from "#features/invoices/invoices.schema.ts";
import { StatusBadge } from "#ui/badge.tsx";
import type { OpenRetainer } from "./retainer-queries.ts";

/** The dates that have come, with what was written on each. */
export function RetainerInvoices({ occurrences }: Pick<OpenRetainer, "occurrences">) {
	return (
		<section className="grid gap-1">
			<h2 className="font-semibold text-muted-foreground text-xs">Invoices</h2>
			{occurrences.length === 0 && <p className="text-muted-foreground">None have been written yet.</p>}
			{occurrences.length > 0 && (
				<ol className="max-h-80 divide-y divide-border overflow-y-auto rounded-sm border border-border bg-card">
					{occurrences.map(({ n, day, skipped, invoice_id, invoice_number, invoice_status }) => (
						<li key={n} className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1.5">
							<span>{writeInvoiceDay(day)}</span>
							<span className="ml-auto flex items-center gap-2">
								{invoice_status ? (
									<>
										<Link
											to={`/admin/invoices/${invoice_id}`}
											className="inline-flex min-h-6 items-center underline underline-offset-2 max-md:min-h-9"
										>
											{invoice_number}
										</Link>
										<StatusBadge tone={invoiceStatusTones[invoice_status]}>
											{invoiceStatusLabels[invoice_status]}
										</StatusBadge>
									</>
								) : (
									<span className="text-muted-foreground">{skipped ? "Skipped while paused" : "Invoice deleted"}</span>
								)}
							</span>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
