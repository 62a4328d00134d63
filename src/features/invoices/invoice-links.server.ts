import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "#platform/database.server.ts";
import { documentOf, type InvoiceDocument } from "./invoice-document.ts";
import { type InvoiceWithItems, invoiceNotFound, withItems } from "./invoices.server.ts";
import { invoicesTable } from "./invoices.table.ts";

/** 256 random bits: nobody guesses one, and it says nothing about the invoice. */
export const newPublicToken = () => randomBytes(32).toString("base64url");

/** The invoice behind a public link; undefined for an unknown or revoked one, and for a draft. */
export async function findPublicInvoice(db: Database, token: string): Promise<InvoiceDocument | undefined> {
	const [row] = await db
		.select()
		.from(invoicesTable)
		.where(and(eq(invoicesTable.public_token, token), ne(invoicesTable.status, "draft")));
	return row && documentOf(await withItems(db, row));
}

/** Keeps when the client first opened the link. */
export async function recordView(db: Database, token: string, now: Date): Promise<void> {
	await db
		.update(invoicesTable)
		.set({ first_viewed_at: now })
		.where(and(eq(invoicesTable.public_token, token), isNull(invoicesTable.first_viewed_at)));
}

/** Gives the invoice a new link; an earlier one stops working. */
export const createLink = (db: Database, id: string) => setToken(db, id, newPublicToken());

export const revokeLink = (db: Database, id: string) => setToken(db, id, null);

async function setToken(db: Database, id: string, public_token: string | null): Promise<InvoiceWithItems> {
	const [row] = await db.update(invoicesTable).set({ public_token }).where(eq(invoicesTable.id, id)).returning();
	if (!row) throw invoiceNotFound();
	return withItems(db, row);
}
