import { findPublicInvoice, recordView } from "#features/invoices/delivery/invoice-links.server.ts";
import { renderInvoicePdf } from "#features/invoices/document/invoice-pdf.server.ts";
import { pdfHeaders } from "#features/invoices/document/invoice-pdf-headers.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/public-invoice-pdf";

/** The PDF behind the public link. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const { db, clock } = depsFrom(context);
	const invoice = await findPublicInvoice(db, params.token, clock());
	if (!invoice) return new Response("Invoice not found", { status: 404 });
	const headers = pdfHeaders(invoice.invoice_number);
	if (request.method === "HEAD") return new Response(null, { headers });
	await recordView(db, params.token, clock());
	return new Response(await renderInvoicePdf(invoice), { headers });
}
