import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { contactRecord } from "./contacts.record.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

/** What leaves the server: everything but what the program notes for itself. */
function presentContact({ by_staff, first_answered_at, created_at, updated_at, ...fields }: Contact) {
	return {
		...fields,
		version: versionOf(fields.notes),
		created_at: created_at.toISOString(),
		updated_at: updated_at.toISOString(),
	};
}
export type PresentedContact = ReturnType<typeof presentContact>;

export const contacts: RecordSource<Contact, PresentedContact> = {
	record: contactRecord,
	table: contactsTable,
	present: presentContact,
};
