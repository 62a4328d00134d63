import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { data } from "react-router";
import { findPublicInvoice } from "#features/invoices/delivery/invoice-links.server.ts";
import { headlineOf } from "#features/invoices/document/invoice-payment.ts";
import { InvoiceSheet } from "#features/invoices/document/invoice-sheet.tsx";
import { viewPay } from "#features/invoices/pay/pay.server.ts";
import { firm } from "#lib/firm.ts";
import { moneyIn } from "#lib/money.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import type { Route } from "./+types/invoice-page";

/** The client's own page of an invoice, opened by the link in the email. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const deps = depsFrom(context);
	const invoice = await findPublicInvoice(deps.db, params.token, deps.clock());
	if (!invoice) return data({ invoice: undefined }, { status: 404 });
	return data({ invoice, pay: await viewPay(deps, params.token, new URL(request.url).searchParams) });
}

/** The address is the key: no other site may learn it. */
export const headers = () => ({ "referrer-policy": "no-referrer" });

export const meta = ({ loaderData }: Route.MetaArgs) =>
	unlistedMeta(loaderData.invoice ? `Invoice ${loaderData.invoice.invoice_number}` : "Invoice not found");

export default function InvoicePage({ loaderData, params }: Route.ComponentProps) {
	const viewPath = `/invoice/${params.token}/view`;
	if (!loaderData.invoice) return <InvoiceGone />;
	const { invoice, pay } = loaderData;
	return (
		<div className="wrap py-8 text-small sm:py-14">
			<div className="mx-auto max-w-4xl">
				<div className="mb-5 flex flex-wrap items-end justify-between gap-4">
					<div className="grid gap-1">
						<p>
							Invoice {invoice.invoice_number} from {firm().name}
						</p>
						<h1 className="font-display text-h3">{headlineOf(invoice)}</h1>
					</div>
					<div className="grid justify-items-start gap-2">
						<PdfLink path={`/invoice/${params.token}/pdf`}>Download PDF</PdfLink>
						{invoice.credit_notes.map(({ credit_number }) => (
							<PdfLink key={credit_number} path={`/invoice/${params.token}/credit-notes/${credit_number}/pdf`}>
								Credit note {credit_number}
							</PdfLink>
						))}
					</div>
				</div>
				{pay.notice && (
					<p role="status" className="mb-5 rounded-md border border-border bg-card px-4 py-3">
						{pay.notice}
					</p>
				)}
				{pay.canPay && (
					<ButtonAnchor href={`/invoice/${params.token}/pay`} className="mb-5">
						Pay {moneyIn(invoice.currency).formatMinor(invoice.balance_minor)}
					</ButtonAnchor>
				)}
				<InvoiceSheet invoice={invoice} forClient />
				<span hidden data-part="noted-view" data-path={viewPath} />
				<noscript>
					<img src={viewPath} alt="" width={1} height={1} />
				</noscript>
			</div>
		</div>
	);
}

function PdfLink({ path, children }: { path: string; children: ReactNode }) {
	return (
		<a href={path} className="rule-link inline-flex items-center gap-2">
			<Download aria-hidden className="size-5" strokeWidth={1.75} />
			{children}
		</a>
	);
}

function InvoiceGone() {
	return (
		<div className="wrap grid justify-items-start gap-4 py-20">
			<h1 className="font-display text-h2">Invoice not found</h1>
			<p className="max-w-read text-lead">
				This link doesn't lead to an invoice, or it has expired. If you were expecting one, call{" "}
				<a className="rule-link" href={firm().phoneHref}>
					{firm().phone}
				</a>{" "}
				or email{" "}
				<a className="rule-link" href={firm().emailHref}>
					{firm().email}
				</a>
				.
			</p>
		</div>
	);
}
