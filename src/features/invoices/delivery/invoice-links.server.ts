import { addDays } from "date-fns/addDays";
import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { documentOf, type InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { type InvoiceWithItems, invoiceNotFound, withItems } from "#features/invoices/invoices.server.ts";
import { hashOfToken, type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";
import { site } from "#site.config.ts";

/** Per client address: enough for an office behind one, too few to guess links or to keep the typesetter busy. */
export const publicInvoiceLimit: RateLimit = { name: "public-invoice", points: 60, seconds: 60 };

/** When a link expires that is made or emailed now. */
export const linkExpiry = (now: Date) => addDays(now, site.invoices.linkDays);

/** The address of the public page, as long as the invoice has a valid link. */
export function publicPath({ public_token, public_expires_at }: Invoice, now: Date): string | null {
	const works = public_token && public_expires_at && public_expires_at > now;
	return works ? `/invoice/${public_token}` : null;
}

/** The invoice behind a public link; undefined if the link is unknown, revoked, or expired, or it is a draft. */
export async function findPublicInvoice(db: Database, token: string, now: Date): Promise<InvoiceDocument | undefined> {
	const [row] = await db.select().from(invoicesTable).where(isOpenedBy(token, now));
	return row && documentOf(await withItems(db, row), now);
}

function isOpenedBy(token: string, now: Date) {
	const { public_expires_at, public_token, status } = invoicesTable;
	const hasToken = eq(hashOfToken(public_token), tokenHash(token));
	return and(hasToken, gt(public_expires_at, now), ne(status, "draft"));
}

/** Stores when the client first viewed the invoice. */
export function recordView(db: Database, token: string, now: Date): Promise<void> {
	return withActor(db, visitor, async (tx) => {
		await tx
			.update(invoicesTable)
			.set({ first_viewed_at: now })
			.where(and(isOpenedBy(token, now), isNull(invoicesTable.first_viewed_at)));
	});
}

/** Gives the invoice a new link. An earlier one stops working. */
export const createLink = (db: Database, id: string, now: Date) =>
	setLink(db, id, { public_token: newToken(), public_expires_at: linkExpiry(now) });

export const revokeLink = (db: Database, id: string) =>
	setLink(db, id, { public_token: null, public_expires_at: null });

async function setLink(
	db: Database,
	id: string,
	link: Pick<Invoice, "public_token" | "public_expires_at">,
): Promise<InvoiceWithItems> {
	const [row] = await db.update(invoicesTable).set(link).where(eq(invoicesTable.id, id)).returning();
	if (!row) throw invoiceNotFound();
	return withItems(db, row);
}
