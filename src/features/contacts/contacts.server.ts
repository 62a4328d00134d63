import type { Database } from "#platform/database.server.ts";
import type { ContactInput } from "./contacts.schema.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

export async function createContact(db: Database, input: ContactInput): Promise<Contact> {
	const [row] = await db.insert(contactsTable).values(input).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}
