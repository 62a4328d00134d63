import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import type { RenewLink } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { callLinksTable } from "./call-links.table.ts";

type Purpose = (typeof callLinksTable.$inferSelect)["purpose"];

/** 256 random bits, in 43 characters. */
export const newToken = () => randomBytes(32).toString("base64url");
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Lets a token open a booking. Earlier ones go on working until the call begins or is closed. */
export async function insertLink(tx: Database, bookingId: string, purpose: Purpose, token: string): Promise<void> {
	await tx.insert(callLinksTable).values({ booking_id: bookingId, purpose, token_hash: hashOf(token) });
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
	if (!booking || booking.status === "closed") return undefined;
	const token = newToken();
	await insertLink(tx, bookingId, purpose, token);
	return token;
};

export type OpenedLink = { booking: Booking; endedAt: Date | null };

/** The booking behind a token; undefined for an unknown one and for one of another purpose. */
export async function openLink(db: Database, token: string, purpose: Purpose): Promise<OpenedLink | undefined> {
	const [row] = await db
		.select({ booking: bookingsTable, endedAt: callLinksTable.ended_at })
		.from(callLinksTable)
		.innerJoin(bookingsTable, eq(bookingsTable.id, callLinksTable.booking_id))
		.where(and(eq(callLinksTable.token_hash, hashOf(token)), eq(callLinksTable.purpose, purpose)));
	return row;
}
