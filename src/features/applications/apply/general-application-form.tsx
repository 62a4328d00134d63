import type { FormTexts } from "#ui/forms/form-notice.ts";
import { ApplicationForm, type ApplicationFormState } from "./application-form.tsx";
import { generalApplication } from "./general-application.ts";

const texts: FormTexts = {
	saved: { title: "Resume Submitted!", description: "Thank you for your interest. We'll be in touch soon." },
	failed: {
		title: "Submission Error",
		description: "There was an error submitting your resume. Please try again.",
	},
	missing: {
		title: "Missing Information",
		description: "Please fill in all required fields and upload your resume.",
	},
};

const words = {
	submit: "Submit Resume",
	sending: "Submitting Resume...",
	placeholder: "Tell us what you would like to do here, and why.",
	another: "Send Another Resume",
};

export function GeneralApplicationForm(props: ApplicationFormState & { inDialog?: boolean }) {
	return <ApplicationForm jobId={generalApplication} action="/careers" texts={texts} words={words} {...props} />;
}
