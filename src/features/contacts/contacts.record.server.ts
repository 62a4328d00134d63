import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { contactRecord } from "./contacts.record.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

/** What leaves the server. */
function presentContact(row: Contact) {
	return {
		id: row.id,
		name: row.name,
		email: row.email,
		phone: row.phone,
		subject: row.subject,
		message: row.message,
		status: row.status,
		source: row.source,
		notes: row.notes,
		snoozed_until: row.snoozed_until,
		version: versionOf(row.notes),
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedContact = ReturnType<typeof presentContact>;

export const contacts: RecordSource<Contact, PresentedContact> = {
	record: contactRecord,
	table: contactsTable,
	present: presentContact,
};
