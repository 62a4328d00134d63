import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { amongIds, withoutUndoneAnswer } from "#platform/records/statuses.server.ts";
import { requireVersion, versionOf } from "#platform/records/version.server.ts";
import type { ContactChange, ContactInput, ContactStatusesChange } from "./contacts.schema.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

const { created_at, id, status, updated_at } = contactsTable;

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

export async function createContact(
	db: Database,
	input: ContactInput & { id?: string; by_staff?: boolean; created_at?: Date | undefined },
): Promise<Contact> {
	const [row] = await db.insert(contactsTable).values(input).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}

/** Within a transaction. @throws {HttpError} 404, or 409 when the notes are no longer those that the change began from */
export async function updateContact(tx: Database, contactId: string, change: ContactChange): Promise<Contact> {
	const { version, ...values } = change;
	const [before] = await tx.select().from(contactsTable).where(eq(id, contactId)).for("update");
	requireVersion(before && presentContact(before), version, "This inquiry");
	const [row] = await tx.update(contactsTable).set(values).where(eq(id, contactId)).returning();
	if (!row) throw notFound("This inquiry");
	return row;
}

/** All or none. Locks the rows in one order, so that two such changes never wait for each other. */
export function changeContactStatuses(db: Database, { changes, undo_of }: ContactStatusesChange) {
	return db.transaction(async (tx) => {
		const ids = changes.flatMap((change) => change.ids);
		await tx.select({ id }).from(contactsTable).where(amongIds(id, ids)).orderBy(asc(id)).for("update");
		const changed = [];
		for (const { ids, status: next } of changes) {
			const rows = await tx
				.update(contactsTable)
				.set({
					status: next,
					...(undo_of && next === "new" && { first_answered_at: withoutUndoneAnswer(contactsTable) }),
				})
				.where(and(amongIds(id, ids), undo_of ? eq(status, undo_of) : ne(status, next)))
				.returning({ id, status, updated_at });
			changed.push(...rows);
		}
		return changed;
	});
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
		version: versionOf(row.notes),
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedContact = ReturnType<typeof presentContact>;
