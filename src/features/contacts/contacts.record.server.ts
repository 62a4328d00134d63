import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { contactRecord } from "./contacts.record.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

/** What leaves the server. */
function presentContact(row: Contact) {
	return {
		...pick(row, ["id", "name", "email", "phone", "subject", "message", "status", "source", "notes", "snoozed_until"]),
		version: versionOf(row.notes),
		...withIsoDates(pick(row, ["created_at", "updated_at"])),
	};
}
export type PresentedContact = ReturnType<typeof presentContact>;

export const contacts: RecordSource<Contact, PresentedContact> = {
	record: contactRecord,
	table: contactsTable,
	present: presentContact,
};
