import { randomUUID } from "node:crypto";
import { writeRequestMails } from "#features/mails/request-mails.server.ts";
import type { Released } from "#features/quarantine/suspect-forms.server.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { contactRequest } from "./contact-mails.server.ts";
import { type ContactForm, type ContactInput, contactFromForm } from "./contacts.schema.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

/**
 * A visitor writes: stores the inquiry together with the emails it causes, both or neither.
 * @param released where it comes out of the quarantine: then it keeps the moment at which it was sent
 */
export async function receiveContact(
	deps: Pick<Deps, "db" | "jobs" | "settings" | "rateLimits" | "clock">,
	form: ContactForm,
	released?: Released,
): Promise<Contact> {
	const id = randomUUID();
	const contact = contactFromForm(form);
	const queueMails = await writeRequestMails(deps, contactRequest(id, contact, deps.clock(), released?.sentAt));
	return withActor(deps.db, released?.actor ?? visitor, async (tx) => {
		await released?.remove(tx);
		const row = await insertRow(tx, contactsTable, { ...contact, id, created_at: released?.sentAt });
		await queueMails(tx);
		return row;
	});
}

/** Staff note an inquiry: no one gets an email. */
export const createContact = (tx: Database, input: ContactInput): Promise<Contact> =>
	insertRow(tx, contactsTable, { ...input, by_staff: true, source: "staff" });
