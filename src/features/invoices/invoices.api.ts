import { type Context, Hono } from "hono";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { withIsoDates } from "#lib/pick.ts";
import { rowChangesBodyLimit } from "#lib/status-change.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { sees } from "#records.ts";
import { findClients } from "./clients/clients.server.ts";
import { previewInvoiceMail, remindClient, remindOfMany, sendInvoice } from "./delivery/invoice-delivery.server.ts";
import { createLink, revokeLink } from "./delivery/invoice-links.server.ts";
import { documentOf } from "./document/invoice-document.ts";
import { renderInvoicePdf } from "./document/invoice-pdf.server.ts";
import { pdfHeaders } from "./document/invoice-pdf-headers.ts";
import { missingFromPdf } from "./document/missing-from-pdf.server.ts";
import { presentInvoice } from "./invoices.record.server.ts";
import {
	clientsQuerySchema,
	invoiceMailSchema,
	invoiceStatusesChangeSchema,
	invoiceStatusSchema,
	missingCharactersMessage,
	remindersSchema,
	remindSchema,
	sendInvoiceSchema,
} from "./invoices.schema.ts";
import { getInvoice, presentInvoiceWithItems, updateInvoiceStatus, updateInvoiceStatuses } from "./invoices.server.ts";

/** No one sends boxes unawares. @throws {HttpError} 404, 409 naming the characters that the PDF's fonts lack */
async function requireLetters({ db }: Pick<Deps, "db">, id: string): Promise<void> {
	const invoice = await getInvoice(db, id);
	const characters = missingFromPdf(invoice, invoice.invoice_items);
	if (characters.length > 0) throw new HttpError(409, "missing_characters", missingCharactersMessage(characters));
}

/** What staff do with an invoice besides keeping it, which is manage-invoices. */
export function invoicesApi(deps: Deps) {
	const { db, clock, settings } = deps;
	const present = presentInvoiceWithItems(settings);
	const idOf = (c: Context) => parseId(c.req.param("id") ?? "", "This invoice");
	/** What a change in the caller's name has made of the invoice. */
	const change = async (c: Context<AccountEnv>, write: typeof revokeLink) => {
		const id = idOf(c);
		return { invoice: present(await withCaller(db, c, (tx) => write(tx, id))) };
	};
	return new Hono<AccountEnv>()
		.post("/statuses", validateJson(invoiceStatusesChangeSchema, rowChangesBodyLimit), async (c) => {
			const change = c.req.valid("json");
			const changed = await withCaller(db, c, (tx) => updateInvoiceStatuses(tx, clock(), change));
			return c.json({ changed: changed.map(withIsoDates) });
		})
		.post("/reminders", validateJson(remindersSchema), async (c) => {
			const { ids } = c.req.valid("json");
			return c.json(await withCaller(db, c, (tx) => remindOfMany({ ...deps, db: tx }, ids, c.get("arrived"))));
		})
		.patch("/:id", validateJson(invoiceStatusSchema), async (c) => {
			const status = c.req.valid("json");
			const id = idOf(c);
			return c.json(presentInvoice(await withCaller(db, c, (tx) => updateInvoiceStatus(tx, clock(), id, status))));
		})
		.get("/clients", validateQuery(clientsQuerySchema), async (c) =>
			c.json({
				clients: await findClients(db, c.req.valid("query").q, sees(c.get("account").areas, bookingRecord.table)),
			}),
		)
		.post("/:id/send", validateQuery(sendInvoiceSchema), async (c) => {
			const { even_if, accept_missing } = c.req.valid("query");
			if (!accept_missing) await requireLetters(deps, idOf(c));
			return c.json(await change(c, (tx, id) => sendInvoice({ ...deps, db: tx }, id, even_if, c.get("arrived"))));
		})
		.post("/:id/remind", validateQuery(remindSchema), async (c) => {
			const { accept_missing } = c.req.valid("query");
			if (!accept_missing) await requireLetters(deps, idOf(c));
			return c.json(await change(c, (tx, id) => remindClient({ ...deps, db: tx }, id, c.get("arrived"))));
		})
		.get("/:id/email", validateQuery(invoiceMailSchema), async (c) => {
			const { subject, html } = await previewInvoiceMail(deps, idOf(c), c.req.valid("query").kind);
			return c.json({ subject, html });
		})
		.post("/:id/link", async (c) => c.json(await change(c, (tx, id) => createLink(tx, settings, id, clock()))))
		.delete("/:id/link", async (c) => c.json(await change(c, revokeLink)))
		.get("/:id/pdf", async (c) => {
			const invoice = documentOf(await getInvoice(db, idOf(c)), clock());
			return c.body(await renderInvoicePdf(invoice), 200, pdfHeaders(invoice.invoice_number));
		});
}
