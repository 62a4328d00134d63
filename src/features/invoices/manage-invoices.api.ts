import { type ErrorHandler, Hono } from "hono";
import { z } from "zod";
import type { AccountEnv } from "#platform/account.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { asHttpError, badRequest, HttpError } from "#platform/http-errors.server.ts";
import { validateJson, validateQuery } from "#platform/validate.server.ts";
import { invoiceFailures, invoiceInputSchema, refusalMessage } from "./invoices.schema.ts";
import {
	createInvoice,
	deleteInvoice,
	getInvoice,
	invoiceNotFound,
	listInvoices,
	presentInvoice,
	presentInvoiceWithItems,
	updateInvoice,
} from "./invoices.server.ts";

const idQuery = validateQuery(z.object({ id: z.string().optional() }));

/** The server function of specification 7. It fails with `{ error }` and one of 400, 401, 403, 404 and 500. */
export function manageInvoicesApi({ db, clock }: Pick<Deps, "db" | "clock">) {
	return new Hono<AccountEnv>()
		.onError(answerFailure)
		.get("/", idQuery, async (c) => {
			const { id } = c.req.valid("query");
			if (id === undefined) return c.json({ invoices: (await listInvoices(db)).map(presentInvoice) });
			return c.json({ invoice: presentInvoiceWithItems(await getInvoice(db, parseInvoiceId(id))) });
		})
		.post("/", validateJson(invoiceInputSchema), async (c) => {
			const invoice = await createInvoice(db, clock(), c.req.valid("json"));
			return c.json({ invoice: presentInvoiceWithItems(invoice) }, 201);
		})
		.put("/", idQuery, validateJson(invoiceInputSchema), async (c) => {
			const id = parseInvoiceId(c.req.valid("query").id);
			return c.json({ invoice: presentInvoiceWithItems(await updateInvoice(db, id, c.req.valid("json"))) });
		})
		.delete("/", idQuery, async (c) => {
			await deleteInvoice(db, parseInvoiceId(c.req.valid("query").id));
			return c.json({ success: true });
		});
}

/** @throws {HttpError} 400 when missing, 404 for what can be no id */
function parseInvoiceId(value: string | undefined): string {
	if (!value) throw badRequest("Please say which invoice: ?id=");
	if (!z.uuid().safeParse(value).success) throw invoiceNotFound();
	return value;
}

const answerFailure: ErrorHandler = (error, c) => {
	const failure = asHttpError(error);
	// A refusal is an answer, not an incident.
	if (error instanceof HttpError) c.error = undefined;
	if (failure.status >= 500) return c.json({ error: unexplained(c.req.method, c.req.query("id")) }, 500);
	const { fields } = failure.details;
	const message = fields ? refusalMessage(Object.values(fields)) : failure.message;
	return c.json({ error: message }, failure.status === 404 ? 404 : 400);
};

function unexplained(method: string, id: string | undefined): string {
	if (method === "POST") return invoiceFailures.create;
	if (method === "PUT") return invoiceFailures.update;
	if (method === "DELETE") return invoiceFailures.delete;
	return id === undefined ? invoiceFailures.list : invoiceFailures.load;
}
