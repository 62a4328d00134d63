import { quoted, type VisitorRequest } from "#features/threads/request-mails.server.ts";
import type { ApplicationForm } from "./applications.schema.ts";

/** The emails for an application that is about to be stored under this id. */
export function applicationRequest(id: string, jobTitle: string, form: ApplicationForm, sentAt?: Date): VisitorRequest {
	const name = `${form.firstName} ${form.lastName}`;
	const position = { label: "Position", value: jobTitle };
	const phone = form.phone ? [{ label: "Phone", value: form.phone }] : [];
	return {
		record: { table: "job_applications", id },
		visitor: { name, email: form.email },
		sentAt,
		notice: {
			subject: `New application from ${name}`,
			heading: "New job application",
			preview: position.value,
			paragraphs: [`${name} has applied. You'll find the resume in the back office.`],
			facts: [...phone, position],
			...quoted("Cover letter", form.coverLetter),
		},
		confirmation: {
			subject: "We've received your application",
			heading: "We've received your application.",
			preview: "Thank you for your application. We'll be in touch soon.",
			paragraphs: [
				"Thank you for your application. We've received it along with your resume, and we'll be in touch soon.",
			],
			facts: [position, ...phone],
			...quoted("Your cover letter", form.coverLetter),
		},
	};
}
