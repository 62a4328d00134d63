import type { Submission } from "#lib/submission.ts";
import { submissionOrFailure } from "#ui/forms/public-form.tsx";
import { sendForm } from "#ui/forms/send-form.ts";

/** For a page's `clientAction`: the form goes to the API instead of the page's action, so that its progress can be shown. */
export function sendApplication(request: Request): Promise<Submission> {
	return submissionOrFailure(async () => {
		const answer = await sendForm("/api/applications", await request.formData());
		if (!isSubmission(answer)) throw new Error("the application was refused");
		return answer;
	});
}

/** Any other failure of the API has no outcome. */
const isSubmission = (answer: unknown): answer is Submission =>
	typeof answer === "object" && answer !== null && "outcome" in answer;
