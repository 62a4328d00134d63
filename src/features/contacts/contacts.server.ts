import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database.server.ts";
import { conflict, notFound } from "#platform/http-errors.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/keyset.server.ts";
import type { ContactChange, ContactInput } from "./contacts.schema.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

const { created_at, id, notes, updated_at } = contactsTable;

export async function listContacts(db: Database, query: ListQuery): Promise<Page<Contact>> {
	const rows = await db
		.select()
		.from(contactsTable)
		.where(and(...inPage({ at: created_at, id, updatedAt: updated_at }, query)))
		.orderBy(...newestFirst(created_at, id))
		.limit(query.limit + 1);
	return toPage(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** The rows that exist among these, in no particular order. */
export function getContacts(db: Database, ids: string[]): Promise<Contact[]> {
	return db.select().from(contactsTable).where(inArray(id, ids));
}

export async function createContact(db: Database, input: ContactInput & { id?: string }): Promise<Contact> {
	const [row] = await db.insert(contactsTable).values(input).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}

/** @throws {HttpError} 404, or 409 when the notes are no longer what the caller expected */
export async function updateContact(db: Database, contactId: string, change: ContactChange): Promise<Contact> {
	const { expected_notes, ...values } = change;
	const notesAsExpected =
		expected_notes === undefined ? undefined : sql`${notes} is not distinct from ${expected_notes}`;
	const [row] = await db
		.update(contactsTable)
		.set(values)
		.where(and(eq(id, contactId), notesAsExpected))
		.returning();
	if (row) return row;
	const [current] = await getContacts(db, [contactId]);
	if (!current) throw notFound("This inquiry");
	throw conflict("Somebody else has changed these notes.", presentContact(current));
}

/** What leaves the server. */
export function presentContact(row: Contact) {
	return {
		id: row.id,
		name: row.name,
		email: row.email,
		phone: row.phone,
		subject: row.subject,
		message: row.message,
		status: row.status,
		notes: row.notes,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedContact = ReturnType<typeof presentContact>;
