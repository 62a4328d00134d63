import { Hono } from "hono";
import { presentInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { listCreditNotes, listEntries, presentEntry } from "./entries.server.ts";
import { newPaymentSchema, periodSchema, reversalSchema } from "./ledger.schema.ts";
import { recordPayment, reverseEntry, sendReceipt } from "./ledger.server.ts";
import { exportReceived, sumReceived } from "./received.server.ts";

type Written = Awaited<ReturnType<typeof recordPayment>>;

/** What a write answers; 200 if the same request has come before. */
const answerOf = (deps: Deps) => {
	const present = presentInvoiceWithItems(deps.settings);
	return ({ row, invoice, isNew }: Written) =>
		[{ payment: presentEntry(row), invoice: present(invoice) }, isNew ? 201 : 200] as const;
};

/** The ledger of one invoice; mounted with the invoices. */
export function invoicePaymentsApi(deps: Deps) {
	const { db } = deps;
	const answer = answerOf(deps);
	return new Hono<AccountEnv>()
		.get("/:id/payments", async (c) => {
			const id = parseId(c.req.param("id"), "This invoice");
			const notes = await listCreditNotes(db, id);
			return c.json({ payments: await listEntries(db, id), credit_notes: notes.map((note) => withIsoDates(note)) });
		})
		.post("/:id/payments", validateJson(newPaymentSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This invoice");
			const author = c.get("account").userId;
			const written = await withCaller(db, c, (tx) => recordPayment(deps, tx, id, c.req.valid("json"), author));
			return c.json(...answer(written));
		});
}

/** What concerns one entry, or the entries of all invoices. */
export function paymentsApi(deps: Deps) {
	const { db } = deps;
	const answer = answerOf(deps);
	return new Hono<AccountEnv>()
		.post("/:id/reverse", validateJson(reversalSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This entry");
			const author = c.get("account").userId;
			const written = await withCaller(db, c, (tx) => reverseEntry(deps, tx, id, c.req.valid("json"), author));
			return c.json(...answer(written));
		})
		.post("/:id/receipt", async (c) => {
			const id = parseId(c.req.param("id"), "This entry");
			await withCaller(db, c, (tx) => sendReceipt(deps, tx, id, c.get("arrived")));
			return c.json({ success: true }, 202);
		})
		.get("/received", validateQuery(periodSchema), async (c) =>
			c.json({ received: await sumReceived(db, c.req.valid("query")) }),
		)
		.get("/export", validateQuery(periodSchema), async (c) => {
			const file = await exportReceived(db, c.req.valid("query"));
			return c.body(await file.arrayBuffer(), 200, {
				"content-type": file.type,
				"content-disposition": 'attachment; filename="payments.csv"',
			});
		});
}
