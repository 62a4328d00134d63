import { and, eq, isNull } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import type { RenewLink } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";
import { callLinksTable } from "./call-links.table.ts";

type Purpose = (typeof callLinksTable.$inferSelect)["purpose"];

/** Lets a token open a booking. Earlier ones go on working until the call begins or is closed. @returns the token */
export async function insertLink(
	tx: Database,
	bookingId: string,
	purpose: Purpose,
	token = newToken(),
): Promise<string> {
	await tx.insert(callLinksTable).values({ booking_id: bookingId, purpose, token_hash: tokenHash(token) });
	return token;
}

/** Ends every link of a booking for good. */
export async function endLinks(tx: Database, bookingId: string, now: Date): Promise<void> {
	const { booking_id, ended_at } = callLinksTable;
	await tx
		.update(callLinksTable)
		.set({ ended_at: now })
		.where(and(eq(booking_id, bookingId), isNull(ended_at)));
}

/** For 'Send again': a new link while the booking is open. */
export const renewCallLink: RenewLink = async (tx, bookingId, purpose) => {
	const [booking] = await tx.select().from(bookingsTable).where(eq(bookingsTable.id, bookingId));
	return booking && booking.status !== "closed" && purpose !== "invoice"
		? insertLink(tx, bookingId, purpose)
		: undefined;
};

export type OpenedLink = { booking: Booking; endedAt: Date | null };

/** The booking behind a token; undefined for an unknown one and for one of another purpose. */
export async function openLink(db: Database, token: string, purpose: Purpose): Promise<OpenedLink | undefined> {
	const [row] = await db
		.select({ booking: bookingsTable, endedAt: callLinksTable.ended_at })
		.from(callLinksTable)
		.innerJoin(bookingsTable, eq(bookingsTable.id, callLinksTable.booking_id))
		.where(and(eq(callLinksTable.token_hash, tokenHash(token)), eq(callLinksTable.purpose, purpose)));
	return row;
}
