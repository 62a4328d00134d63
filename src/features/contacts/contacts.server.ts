import { randomUUID } from "node:crypto";
import { and, eq, gte } from "drizzle-orm";
import { type Reception, storeForm } from "#features/forms/reception.server.ts";
import { writeRequestMails } from "#features/threads/request-mails.server.ts";
import { firm } from "#lib/firm.ts";
import { type ResponseTimes, responseTimes } from "#lib/time/response-times.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { site } from "#site.config.ts";
import { contactRequest } from "./contact-mails.server.ts";
import { type ContactForm, type ContactInput, contactFromForm } from "./contacts.schema.ts";
import { type Contact, contactsTable } from "./contacts.table.ts";

/** A visitor writes: stores the inquiry together with the emails it causes, both or neither. */
export async function receiveContact(
	deps: Pick<Deps, "db" | "jobs" | "settings" | "rateLimits" | "clock">,
	form: ContactForm,
	reception: Reception,
): Promise<Contact> {
	const id = randomUUID();
	const contact = contactFromForm(form);
	const queueMails = await writeRequestMails(deps, contactRequest(id, contact, deps.clock(), reception.sentAt));
	const { form_key, sentAt: created_at } = reception;
	return storeForm(deps.db, reception, async (tx) => {
		const row = await insertRow(tx, contactsTable, {
			...contact,
			...{ id, form_key, created_at },
			promised_hours: firm().replyHours,
		});
		await queueMails(tx);
		return row;
	});
}

/** Staff note an inquiry: no one gets an email. */
export const createContact = (tx: Database, input: ContactInput): Promise<Contact> =>
	insertRow(tx, contactsTable, { ...input, by_staff: true, source: "staff" });

/** Of the last 12 weeks, without inquiries that staff have entered. */
export async function contactResponseTimes(db: Database, now: Date): Promise<ResponseTimes> {
	const { by_staff, created_at, first_answered_at, status, promised_hours } = contactsTable;
	const weeks = lastWeeks(now, site.timeZone);
	const rows = await db
		.select({ created_at, first_answered_at, status, promised_hours })
		.from(contactsTable)
		.where(and(gte(created_at, weeks[0] ?? now), eq(by_staff, false)));
	const responses = rows.flatMap(({ created_at: at, first_answered_at: answered, status, promised_hours: hours }) => {
		// Answered before answers were noted: nothing is known of when.
		if (!answered && status !== "new") return [];
		const waited = (answered ?? now).getTime() - at.getTime();
		return { at, waited, taken: answered ? waited : undefined, promised: hours && hours * 3_600_000 };
	});
	return responseTimes(responses, weeks);
}
