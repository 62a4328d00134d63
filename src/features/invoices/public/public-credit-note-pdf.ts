import { findPublicCreditNote } from "#features/invoices/delivery/invoice-links.server.ts";
import { renderCreditNotePdf } from "#features/invoices/document/invoice-pdf.server.ts";
import { pdfHeaders } from "#features/invoices/document/invoice-pdf-headers.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/public-credit-note-pdf";

/** A credit note's PDF, behind the public link of its invoice. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const { db, clock } = depsFrom(context);
	const found = await findPublicCreditNote(db, params.token, params.number, clock());
	if (!found) return new Response("Credit note not found", { status: 404 });
	const headers = pdfHeaders(found.note.credit_number);
	if (request.method === "HEAD") return new Response(null, { headers });
	return new Response(await renderCreditNotePdf(found.invoice, found.note), { headers });
}
