import { applicationFormSchema, generalApplication } from "./features/applications/applications.schema.ts";
import { receiveApplication } from "./features/applications/applications.server.ts";
import { callFormSchema } from "./features/bookings/bookings.schema.ts";
import { receiveBooking } from "./features/bookings/bookings.server.ts";
import { contactFormSchema } from "./features/contacts/contacts.schema.ts";
import { receiveContact } from "./features/contacts/contacts.server.ts";
import type { Releases } from "./features/quarantine/quarantine.server.ts";
import { HttpError } from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";

/**
 * Releases submissions that were on hold with the functions that the public pages call, in the name of the person who
 * releases them.
 */
export function releasesOf(deps: Deps): Releases {
	return {
		contact: (fields, released) => receiveContact(deps, contactFormSchema.parse(fields), released),
		booking: (fields, released) => receiveBooking(deps, callFormSchema.parse(fields), released),
		application: async (fields, released, file) => {
			const form = applicationFormSchema.parse(fields);
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
