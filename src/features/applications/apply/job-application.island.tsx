import type { FormTexts } from "#ui/forms/form-notice.ts";
import { ApplicationForm, type ApplicationFormState } from "./application-form.tsx";

const texts: FormTexts = {
	saved: { title: "Application Submitted!", description: "Thank you for your application. We'll be in touch soon." },
	failed: {
		title: "Submission Error",
		description: "There was an error submitting your application. Please try again.",
	},
};

const words = {
	submit: "Submit Application",
	sending: "Submitting Application...",
	placeholder: "Tell us why you're interested in this position.",
	another: "Send Another Application",
};

export function JobApplication({ jobSlug, ...state }: ApplicationFormState & { jobSlug: string }) {
	return (
		<ApplicationForm jobId={jobSlug} action={`/careers/apply/${jobSlug}`} texts={texts} words={words} {...state} />
	);
}
