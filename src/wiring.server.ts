import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { applications } from "./features/applications/applications.record.server.ts";
import {
	applicationFormSchema,
	applicationStatusesChangeSchema,
	generalApplication,
} from "./features/applications/applications.schema.ts";
import { receiveApplication } from "./features/applications/applications.server.ts";
import { bookingStatusesChangeSchema, callFormSchema } from "./features/bookings/bookings.schema.ts";
import { receiveBooking, updateBookingStatuses } from "./features/bookings/bookings.server.ts";
import { bookingsTable } from "./features/bookings/bookings.table.ts";
import { renewCallLink } from "./features/bookings/guests/call-links.server.ts";
import { contactRequest } from "./features/contacts/contact-mails.server.ts";
import { contacts } from "./features/contacts/contacts.record.server.ts";
import { contactFormSchema, contactStatusesChangeSchema } from "./features/contacts/contacts.schema.ts";
import { receiveContact } from "./features/contacts/contacts.server.ts";
import { contactsTable } from "./features/contacts/contacts.table.ts";
import { takeByHand } from "./features/inbound/intake/by-hand.server.ts";
import type { IntakeHooks } from "./features/inbound/intake/hooks.ts";
import { renewInvoiceLink } from "./features/invoices/delivery/invoice-links.server.ts";
import type { RenewLink } from "./features/mails/mail-outbox.server.ts";
import type { Releases } from "./features/quarantine/quarantine.server.ts";
import type { StatusChanges } from "./features/threads/replies/send-reply.server.ts";
import { fieldErrors } from "./lib/fields.ts";
import { listed } from "./lib/text/text.ts";
import { conflict, HttpError } from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { changeStatuses } from "./platform/records/records.server.ts";

/** Releases submissions on hold with the functions of the public pages, in the name of the person who releases them. */
export function releasesOf(deps: Deps): Releases {
	return {
		contact: (fields, released) => receiveContact(deps, reread(contactFormSchema, fields), released),
		booking: (fields, released) => receiveBooking(deps, reread(callFormSchema, fields), released),
		application: async (fields, released, file) => {
			const form = reread(applicationFormSchema, fields);
			try {
				return await receiveApplication(deps, form, file, released);
			} catch (error) {
				if (!(error instanceof HttpError) || error.status !== 404) throw error;
				// The job was closed while the application waited; the applicant was in time.
				return receiveApplication(deps, { ...form, job_id: generalApplication }, file, released);
			}
		},
		// The message is read again, with its files.
		email: (fields, { actor, end }) =>
			takeByHand(deps, intakeHooks(deps), actor, reread(heldMailSchema, fields).inboundId, null, end),
	};
}

const heldMailSchema = z.object({ inboundId: z.uuid() });

/** The form may ask for more today than it did when the submission came. @throws {HttpError} 409 */
function reread<Form>(schema: z.ZodType<Form>, fields: Record<string, unknown>): Form {
	const parsed = schema.safeParse(fields);
	if (parsed.success) return parsed.data;
	const refused = Object.keys(fieldErrors(parsed.error)).map((name) =>
		name
			.split(/_|(?=[A-Z])/)
			.join(" ")
			.toLowerCase(),
	);
	const reason = `The form wouldn't accept this today: ${listed(refused)}.`;
	throw conflict(
		`This submission no longer fits its form, so it stays on hold. ${reason} Contact the sender directly.`,
		null,
	);
}

/** What the subjects do when a message comes in for one of their records. */
export function intakeHooks(deps: Deps): IntakeHooks {
	const statusChanges = statusChangesOf(deps);
	return {
		async reopen(tx, { table, id }) {
			if (table === "job_applications") return;
			const records = table === "bookings" ? bookingsTable : contactsTable;
			const isDone = and(eq(records.id, id), inArray(records.status, ["resolved", "closed"]));
			if ((await tx.$count(records, isDone)) === 0) return;
			await statusChanges[table](tx, { changes: [{ ids: [id], status: "in_progress" }] });
		},
		inquiryMails: (id, inquiry) => contactRequest(id, { ...inquiry, phone: null, status: "new" }, deps.clock()),
	};
}

/** Setting a status from a conversation is the same as setting it in the list. */
export const statusChangesOf = (deps: Deps): StatusChanges => ({
	bookings: (tx, change) => updateBookingStatuses({ ...deps, db: tx }, bookingStatusesChangeSchema.parse(change)),
	contact_inquiries: (tx, change) => changeStatuses(tx, contacts, contactStatusesChangeSchema.parse(change)),
	job_applications: (tx, change) => changeStatuses(tx, applications, applicationStatusesChangeSchema.parse(change)),
});

/** The links that emails lead to and that no stored email contains. */
export const renewPrivateLink =
	({ settings, clock }: Pick<Deps, "settings" | "clock">): RenewLink =>
	(tx, recordId, purpose) =>
		purpose === "invoice" ? renewInvoiceLink(tx, settings, recordId, clock()) : renewCallLink(tx, recordId, purpose);
