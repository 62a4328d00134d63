import type { z } from "zod";
import { applicationFormSchema, generalApplication } from "./features/applications/applications.schema.ts";
import { receiveApplication } from "./features/applications/applications.server.ts";
import { callFormSchema } from "./features/bookings/bookings.schema.ts";
import { receiveBooking } from "./features/bookings/bookings.server.ts";
import { contactFormSchema } from "./features/contacts/contacts.schema.ts";
import { receiveContact } from "./features/contacts/contacts.server.ts";
import type { Releases } from "./features/quarantine/quarantine.server.ts";
import { fieldErrors } from "./lib/fields.ts";
import { conflict, HttpError } from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";

/**
 * Releases submissions that were on hold with the functions that the public pages call, in the name of the person who
 * releases them.
 */
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
	};
}

/** The form may ask for more today than it did when the submission came. @throws {HttpError} 409 */
function reread<Form>(schema: z.ZodType<Form>, fields: Record<string, unknown>): Form {
	const parsed = schema.safeParse(fields);
	if (parsed.success) return parsed.data;
	const reasons = Object.values(fieldErrors(parsed.error)).join(" ");
	throw conflict(`This submission no longer fits its form, so it stays on hold. ${reasons}`, null);
}
