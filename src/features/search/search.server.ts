import { desc, ilike, or } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { postsTable } from "#features/posts/posts.table.ts";
import type { Database } from "#platform/database/database.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 5;

export type Found = {
	kind: "booking" | "contact" | "application" | "post" | "invoice";
	id: string;
	title: string;
	detail: string;
};

/** Records in whose name, address or number the text occurs, in capitals or not. */
export async function findRecords(db: Database, text: string): Promise<Found[]> {
	// What a pattern would take for a joker is a letter here.
	const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
	const occursIn = (...columns: AnyPgColumn[]) => or(...columns.map((column) => ilike(column, pattern)));
	const [bookings, contacts, applications, posts, invoices] = await Promise.all([
		db
			.select({ id: bookingsTable.id, title: bookingsTable.name, detail: bookingsTable.email })
			.from(bookingsTable)
			.where(occursIn(bookingsTable.name, bookingsTable.email))
			.orderBy(desc(bookingsTable.created_at))
			.limit(mostOfEach),
		db
			.select({ id: contactsTable.id, title: contactsTable.name, detail: contactsTable.email })
			.from(contactsTable)
			.where(occursIn(contactsTable.name, contactsTable.email, contactsTable.subject))
			.orderBy(desc(contactsTable.created_at))
			.limit(mostOfEach),
		db
			.select({
				id: applicationsTable.id,
				title: applicationsTable.applicant_name,
				detail: applicationsTable.applicant_email,
			})
			.from(applicationsTable)
			.where(occursIn(applicationsTable.applicant_name, applicationsTable.applicant_email))
			.orderBy(desc(applicationsTable.applied_at))
			.limit(mostOfEach),
		db
			.select({ id: postsTable.id, title: postsTable.title, detail: postsTable.status })
			.from(postsTable)
			.where(occursIn(postsTable.title))
			.orderBy(desc(postsTable.updated_at))
			.limit(mostOfEach),
		db
			.select({ id: invoicesTable.id, title: invoicesTable.invoice_number, detail: invoicesTable.client_name })
			.from(invoicesTable)
			.where(
				occursIn(
					invoicesTable.invoice_number,
					invoicesTable.client_name,
					invoicesTable.client_email,
					invoicesTable.client_company,
				),
			)
			.orderBy(desc(invoicesTable.created_at))
			.limit(mostOfEach),
	]);
	const ofKind = (kind: Found["kind"], rows: Omit<Found, "kind">[]) => rows.map((row) => ({ kind, ...row }));
	return [
		...ofKind("booking", bookings),
		...ofKind("contact", contacts),
		...ofKind("application", applications),
		...ofKind("invoice", invoices),
		...ofKind("post", posts),
	];
}
