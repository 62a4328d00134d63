import { sentFact, type VisitorRequest } from "#features/mails/request-mails.server.ts";
import { site } from "#site.config.ts";
import type { ApplicationForm } from "./applications.schema.ts";

/** The emails for an application that is about to be stored under this id. */
export function applicationRequest(id: string, jobTitle: string, form: ApplicationForm, sentAt?: Date): VisitorRequest {
	const name = `${form.firstName} ${form.lastName}`;
	const position = { label: "Position", value: jobTitle };
	const phone = form.phone ? [{ label: "Phone", value: form.phone }] : [];
	const quote = (label: string) => form.coverLetter !== null && { quote: { label, text: form.coverLetter } };
	return {
		record: { table: "job_applications", id },
		visitor: { name, email: form.email },
		notice: {
			subject: `New application from ${name}`,
			heading: "New job application",
			preview: position.value,
			paragraphs: [`${name} has applied. You'll find the resume in the back office.`],
			facts: [
				{ label: "Name", value: name },
				{ label: "Email", value: form.email },
				...phone,
				position,
				...sentFact(sentAt),
			],
			...quote("Cover letter"),
			action: { label: "Open the application", path: `/admin/applications?id=${id}` },
		},
		confirmation: {
			subject: "We've received your application",
			heading: "We've received your application.",
			preview: "Thank you for your application. We'll be in touch soon.",
			paragraphs: [
				"Thank you for your application. We've received it along with your resume, and we'll be in touch soon.",
			],
			facts: [position, ...phone],
			...quote("Your cover letter"),
			closing: `If anything is wrong or missing, reply to this email or call ${site.phone}.`,
		},
	};
}
