import { desc, or, sql } from "drizzle-orm";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { contains } from "#platform/database/contains.server.ts";
import type { Database } from "#platform/database/database.server.ts";

/** What an invoice says about its client. */
export type KnownClient = Pick<
	Invoice,
	"client_name" | "client_email" | "client_company" | "client_address" | "client_phone"
>;

/** How many are proposed. */
const most = 8;

/** How many of the newest invoices and bookings are looked at, because one client may have many. */
const newest = 100;

/**
 * Clients by name, company, or email address, each once, as in their latest invoice, or booking if never billed.
 * @param withBookings whether the asker may see bookings
 */
export async function findClients(db: Database, text: string, withBookings: boolean): Promise<KnownClient[]> {
	const { client_name, client_email, client_company, client_address, client_phone, created_at } = invoicesTable;
	const billed = await db
		.select({ client_name, client_email, client_company, client_address, client_phone })
		.from(invoicesTable)
		.where(or(...[client_name, client_email, client_company].map((column) => contains(column, text))))
		.orderBy(desc(created_at))
		.limit(newest);
	const { name, email, phone } = bookingsTable;
	const booked = await db
		.select({
			client_name: name,
			client_email: email,
			client_company: sql<null>`null`,
			client_address: sql<null>`null`,
			client_phone: phone,
		})
		.from(bookingsTable)
		.where(withBookings ? or(...[name, email].map((column) => contains(column, text))) : sql`false`)
		.orderBy(desc(bookingsTable.created_at))
		.limit(newest);
	const clients = new Map<string, KnownClient>();
	for (const client of [...billed, ...booked]) {
		const address = client.client_email.toLowerCase();
		if (!clients.has(address)) clients.set(address, client);
	}
	return [...clients.values()].slice(0, most);
}
