import { Hono } from "hono";
import { documentOf } from "#features/invoices/document/invoice-document.ts";
import { renderCreditNotePdf } from "#features/invoices/document/invoice-pdf.server.ts";
import { pdfHeaders } from "#features/invoices/document/invoice-pdf-headers.ts";
import { getInvoice, presentInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { newCreditNoteSchema } from "./credit-notes.schema.ts";
import { createCreditNote, getCreditNote, sendCreditNote } from "./credit-notes.server.ts";

/** Mounted with the invoices. */
export const invoiceCreditNotesApi = (deps: Deps) =>
	new Hono<AccountEnv>().post("/:id/credit-notes", validateJson(newCreditNoteSchema), async (c) => {
		const id = parseId(c.req.param("id"), "This invoice");
		const author = c.get("account").userId;
		const { row, invoice, isNew } = await withCaller(deps.db, c, (tx) =>
			createCreditNote(deps, tx, id, c.req.valid("json"), author),
		);
		const answer = { credit_note: withIsoDates(row), invoice: presentInvoiceWithItems(deps.settings)(invoice) };
		return c.json(answer, isNew ? 201 : 200);
	});

export const creditNotesApi = (deps: Deps) =>
	new Hono<AccountEnv>()
		.get("/:id/pdf", async (c) => {
			const note = await getCreditNote(deps.db, parseId(c.req.param("id"), "This credit note"));
			const invoice = documentOf(await getInvoice(deps.db, note.invoice_id), deps.clock());
			return c.body(await renderCreditNotePdf(invoice, note), 200, pdfHeaders(note.credit_number));
		})
		.post("/:id/send", async (c) => {
			const id = parseId(c.req.param("id"), "This credit note");
			await withCaller(deps.db, c, (tx) => sendCreditNote(deps, tx, id, c.get("arrived")));
			return c.json({ success: true }, 202);
		});
