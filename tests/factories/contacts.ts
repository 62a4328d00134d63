import type { ContactInput } from "#features/contacts/contacts.schema.ts";
import { type Contact, contactsTable } from "#features/contacts/contacts.table.ts";
import type { Database } from "#platform/database/database.server.ts";

type NewContact = ContactInput &
	Partial<Pick<Contact, "id" | "notes" | "snoozed_until" | "by_staff" | "created_at" | "updated_at">>;

export function buildContact(overrides: Partial<NewContact> = {}): NewContact {
	return {
		name: "Theo Marchetti",
		email: "theo@marchettibakes.example",
		phone: "(555) 010-0131",
		subject: "Opening night",
		message: "Could you photograph our opening night?",
		status: "new",
		...overrides,
	};
}

export async function insertContact(db: Database, overrides: Partial<NewContact> = {}): Promise<Contact> {
	const [row] = await db
		.insert(contactsTable)
		.values({ promised_hours: 24, ...buildContact(overrides) })
		.returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}
