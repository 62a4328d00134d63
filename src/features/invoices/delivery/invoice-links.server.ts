import { addDays } from "date-fns/addDays";
import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { documentOf, type InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { type InvoiceWithItems, invoiceNotFound, withItems } from "#features/invoices/invoices.server.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { listCreditNotes } from "#features/invoices/ledger/entries.server.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { tokenHash } from "#platform/process/tokens.server.ts";
import { site } from "#site.config.ts";
import { type Link, newLink, publicPath } from "./invoice-token.server.ts";

/** Per client address: enough for an office behind one, too few to guess links or to keep the typesetter busy. */
export const publicInvoiceLimit: RateLimit = { name: "public-invoice", points: 60, seconds: 60 };

/** When a link expires that is made or emailed now. */
const linkExpiry = (now: Date) => addDays(now, site.invoices.linkDays);

const works = ({ public_token_hash, public_expires_at }: Invoice, now: Date) =>
	public_token_hash !== null && public_expires_at !== null && public_expires_at > now;

/**
 * The link that an email contains: the one that works. One that can't be shown again gives way to a new one.
 * @returns null if no link works
 */
export async function linkForMail(tx: Database, settings: Settings, row: Invoice, now: Date): Promise<string | null> {
	if (!works(row, now)) return null;
	const known = publicPath(row, settings);
	if (known) return known;
	const link = newLink(settings);
	await tx.update(invoicesTable).set(link).where(eq(invoicesTable.id, row.id));
	return publicPath(link, settings);
}

/** For an email that is sent later, or again: the token of the link that works then. */
export async function renewInvoiceLink(tx: Database, settings: Settings, id: string, now: Date) {
	const [row] = await tx.select().from(invoicesTable).where(eq(invoicesTable.id, id));
	return row && (await linkForMail(tx, settings, row, now))?.split("/").at(-1);
}

/** What a sending changes. A link that was revoked or has expired stays so: people who still have it don't regain access. */
export const linkToSend = (before: Invoice, settings: Settings, now: Date) => ({
	...((!works(before, now) || publicPath(before, settings) === null) && newLink(settings)),
	public_expires_at: linkExpiry(now),
});

/** The invoice behind a public link; undefined if the link is unknown, revoked, or expired, or it is a draft. */
export async function findPublicInvoice(db: Database, token: string, now: Date): Promise<InvoiceDocument | undefined> {
	const row = await findOpened(db, token, now);
	return row && documentOf(await withItems(db, row), now);
}

/** One of its credit notes, with the invoice. */
export async function findPublicCreditNote(db: Database, token: string, number: string, now: Date) {
	const row = await findOpened(db, token, now);
	const note = row && (await listCreditNotes(db, row.id)).find(({ credit_number }) => credit_number === number);
	return note && { note, invoice: documentOf(await withItems(db, row), now) };
}

/** The invoice behind a public link, with what clients do not see. */
export async function findOpened(db: Database, token: string, now: Date): Promise<Invoice | undefined> {
	const [row] = await db.select().from(invoicesTable).where(isOpenedBy(token, now));
	return row;
}

function isOpenedBy(token: string, now: Date) {
	const { public_expires_at, public_token_hash, status } = invoicesTable;
	return and(eq(public_token_hash, tokenHash(token)), gt(public_expires_at, now), ne(status, "draft"));
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
export const createLink = (db: Database, settings: Settings, id: string, now: Date) =>
	setLink(db, id, { ...newLink(settings), public_expires_at: linkExpiry(now) });

export const revokeLink = (db: Database, id: string) =>
	setLink(db, id, { public_seed: null, public_token_hash: null, public_expires_at: null });

async function setLink(
	db: Database,
	id: string,
	link: Link & Pick<Invoice, "public_expires_at">,
): Promise<InvoiceWithItems> {
	const [row] = await db.update(invoicesTable).set(link).where(eq(invoicesTable.id, id)).returning();
	if (!row) throw invoiceNotFound();
	return withItems(db, row);
}
