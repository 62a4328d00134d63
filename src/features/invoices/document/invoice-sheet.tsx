import { clsx } from "clsx";
import { invoiceStatusLabels, invoiceStatusTones } from "#features/invoices/invoices.schema.ts";
import { Money } from "#features/invoices/money.tsx";
import { firm } from "#lib/firm.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { Logo } from "#ui/logo.tsx";
import { clientLines, documentFacts, type InvoiceDocument } from "./invoice-document.ts";
import { headlineOf, issuerLines, type PaymentWay, paymentWays, sumLines } from "./invoice-payment.ts";
import { InvoiceTotals } from "./invoice-totals.tsx";

/** The invoice as a sheet of paper, white even in the dark theme. When the page is printed, only this is (app.css). */
export function InvoiceSheet({ invoice, forClient = false }: { invoice: InvoiceDocument; forClient?: boolean }) {
	const { status } = invoice;
	const issuer = issuerLines();
	// 'Sent' says something to the firm only.
	const label = forClient && status === "sent" ? "Payment Due" : invoiceStatusLabels[status];
	return (
		<article
			data-sheet
			aria-label={`Invoice ${invoice.invoice_number}`}
			className="max-w-4xl rounded-md border border-border bg-white p-5 text-ink sm:p-10 print:rounded-none print:border-0 print:p-0"
		>
			<div className="flex flex-wrap items-center justify-between gap-4">
				<Logo name={firm().shortName} className="text-[1.75rem]" />
				<StatusBadge tone={invoiceStatusTones[status]}>{label}</StatusBadge>
			</div>
			{issuer.length > 0 && (
				<address className="mt-2 text-quiet text-xs not-italic">
					{issuer.map((line) => (
						<span key={line} className="block">
							{line}
						</span>
					))}
				</address>
			)}
			{/* On the client's page it is the heading above, which isn't printed. */}
			<p className={clsx("mt-6 text-balance font-semibold text-lg sm:text-xl", forClient && "hidden print:block")}>
				{headlineOf(invoice)}
			</p>
			<div className="mt-6 grid gap-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-12">
				<Client invoice={invoice} />
				<Facts invoice={invoice} />
			</div>
			<Items items={invoice.items} currency={invoice.currency} />
			<div className="mt-5">
				<InvoiceTotals {...invoice} {...sumLines(invoice)} />
			</div>
			<HowToPay ways={paymentWays(invoice)} />
			{invoice.terms && (
				<section className="mt-8 max-w-prose">
					<h2 className={labelClass}>Terms</h2>
					<p dir="auto" className="mt-1 whitespace-pre-line text-left">
						{invoice.terms}
					</p>
				</section>
			)}
			<p className="mt-10 flex flex-wrap justify-between gap-x-6 border-line border-t pt-4 text-quiet text-xs">
				<span>{firm().name}</span>
				<span>
					{firm().phone} · {firm().email}
				</span>
			</p>
		</article>
	);
}

function HowToPay({ ways }: { ways: PaymentWay[] }) {
	if (ways.length === 0) return null;
	return (
		<section className="mt-8 break-inside-avoid">
			<h2 className="font-semibold">How to pay</h2>
			<div className="mt-2 grid gap-x-12 gap-y-4 sm:grid-cols-2">
				{ways.map((way) => (
					<section key={way.label}>
						<h3 className="font-semibold text-xs">{way.label}</h3>
						<dl className="mt-1 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 wrap-anywhere">
							{way.lines.map((line) => (
								<div key={line.label} className="contents">
									<dt className={labelClass}>{line.label}</dt>
									<dd>{line.value}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</section>
	);
}

const labelClass = "font-normal text-quiet text-xs";

function Client({ invoice }: { invoice: InvoiceDocument }) {
	const [name, ...lines] = clientLines(invoice);
	return (
		<section className="wrap-anywhere">
			<h2 className={labelClass}>Billed to</h2>
			<p dir="auto" className="mt-1 text-left font-semibold text-base">
				{name}
			</p>
			{lines.map((line) => (
				<p key={line} dir="auto" className="whitespace-pre-line text-left">
					{line}
				</p>
			))}
		</section>
	);
}

function Facts({ invoice }: { invoice: InvoiceDocument }) {
	return (
		<dl className="grid auto-rows-min grid-cols-[auto_auto] items-baseline justify-start gap-x-8 gap-y-1.5">
			{documentFacts(invoice).map(([label, value]) => (
				<div key={label} className="contents">
					<dt className={labelClass}>{label}</dt>
					<dd className="font-semibold sm:text-right">{value}</dd>
				</div>
			))}
		</dl>
	);
}

/** On a phone, the numbers of a line are below its description. */
function Items({ items, currency }: Pick<InvoiceDocument, "items" | "currency">) {
	return (
		<table className="mt-8 w-full max-sm:block">
			<thead className="max-sm:sr-only">
				<tr className="border-ink border-b">
					<th scope="col" className={`${labelClass} pb-2 text-left`}>
						Description
					</th>
					{["Quantity", "Unit Price", "Amount"].map((header) => (
						<th key={header} scope="col" className={`${labelClass} pb-2 pl-5 text-right`}>
							{header}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="max-sm:block">
				{items.map((item, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none ever moves
					<tr key={index} className="break-inside-avoid border-line border-b align-top max-sm:flex max-sm:flex-wrap">
						<td dir="auto" className="wrap-anywhere whitespace-pre-line py-2.5 text-left max-sm:w-full max-sm:pb-0">
							{item.description}
						</td>
						<td className="py-2.5 text-right sm:pl-5">
							{item.quantity.toLocaleString("en-US", { maximumFractionDigits: 3 })}
						</td>
						<td className="py-2.5 text-right max-sm:before:px-1.5 max-sm:before:content-['×'] sm:pl-5">
							<Money amount={item.unit_price} currency={currency} />
						</td>
						<td className="py-2.5 text-right font-semibold max-sm:ml-auto sm:pl-5">
							<Money amount={item.amount} currency={currency} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
