import { type ErrorHandler, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { asHttpError, badRequest, errorBody, HttpError } from "#platform/http/http-errors.server.ts";
import { validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { listRecords } from "#platform/records/records.server.ts";
import { invoices, presentInvoice } from "./invoices.record.server.ts";
import {
	invoiceFailures,
	invoiceLimits,
	invoiceUpdateSchema,
	newInvoiceSchema,
	refusalMessage,
} from "./invoices.schema.ts";
import {
	createInvoice,
	deleteInvoice,
	getInvoice,
	invoiceNotFound,
	listAllInvoices,
	presentInvoiceWithItems,
	updateInvoice,
} from "./invoices.server.ts";

const idQuery = validateQuery(z.object({ id: z.string().optional() }));
/** With a limit, the list is returned in pages. Only the back office uses this. */
const listQuery = validateQuery(
	listQuerySchema.extend({ id: z.string().optional(), limit: listQuerySchema.shape.limit.unwrap().optional() }),
);

/** The server function of specification 7. */
export function manageInvoicesApi({ db, clock, settings }: Pick<Deps, "db" | "clock" | "settings">) {
	const present = presentInvoiceWithItems(settings);
	return new Hono<AccountEnv>()
		.onError(answerInvoiceFailure)
		.get("/", listQuery, async (c) => {
			const { id, limit, ...query } = c.req.valid("query");
			if (id !== undefined) return c.json({ invoice: present(await getInvoice(db, parseInvoiceId(id))) });
			const { rows, next } =
				limit === undefined
					? { rows: await listAllInvoices(db), next: undefined }
					: await listRecords(db, invoices, { ...query, limit });
			return c.json({ invoices: rows.map(presentInvoice), next });
		})
		.post("/", validateJson(newInvoiceSchema, invoiceLimits.body), async (c) => {
			const input = c.req.valid("json");
			const invoice = await withCaller(db, c, (tx) => createInvoice(tx, clock(), input, present));
			return c.json({ invoice: present(invoice) }, 201);
		})
		.put("/", idQuery, validateJson(invoiceUpdateSchema, invoiceLimits.body), async (c) => {
			const id = parseInvoiceId(c.req.valid("query").id);
			const input = c.req.valid("json");
			const invoice = await withCaller(db, c, (tx) => updateInvoice({ db: tx, settings }, clock(), id, input));
			return c.json({ invoice: present(invoice) });
		})
		.delete("/", idQuery, async (c) => {
			const id = parseInvoiceId(c.req.valid("query").id);
			await withCaller(db, c, (tx) => deleteInvoice(tx, id));
			return c.json({ success: true });
		});
}

/** @throws {HttpError} 400 if it is missing, 404 if it is not a valid id */
function parseInvoiceId(value: string | undefined): string {
	if (!value) throw badRequest("Please name the invoice: ?id=");
	if (!z.uuid().safeParse(value).success) throw invoiceNotFound();
	return value;
}

/** These statuses are returned as they are. Any other refusal becomes 400. */
const ownStatuses: readonly ContentfulStatusCode[] = [401, 403, 404, 410];

/** The body is exactly `{ error }`, except with 409, which callers get only if they send a version. */
export const answerInvoiceFailure: ErrorHandler = (error, c) => {
	const failure = asHttpError(error);
	// A refusal is a normal response, so it is not logged as an error.
	if (error instanceof HttpError) c.error = undefined;
	if (failure.status >= 500) return c.json({ error: unexplained(c.req.method, c.req.query("id")) }, 500);
	if (failure.status === 409) return c.json(errorBody(failure), 409);
	const { fields } = failure.details;
	const message = fields ? refusalMessage(Object.values(fields)) : failure.message;
	const status = ownStatuses.includes(failure.status) ? failure.status : 400;
	return c.json({ error: message }, status);
};

function unexplained(method: string, id: string | undefined): string {
	if (method === "POST") return invoiceFailures.create;
	if (method === "PUT") return invoiceFailures.update;
	if (method === "DELETE") return invoiceFailures.delete;
	return id === undefined ? invoiceFailures.list : invoiceFailures.load;
}
