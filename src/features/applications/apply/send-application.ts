import type { Submission } from "#lib/submission.ts";
import { asSubmission } from "#ui/forms/public-form.tsx";
import { sendForm } from "#ui/forms/send-form.ts";

/** The form goes to the API instead of the page's action, so that its progress can be shown. */
export async function sendApplication(form: FormData): Promise<Submission> {
	return asSubmission(await sendForm("/api/applications", form));
}
