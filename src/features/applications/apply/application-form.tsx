import { clsx } from "clsx";
import type { Reach } from "#lib/firm.ts";
import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PrivacyLine } from "#ui/forms/privacy-line.tsx";
import { asSubmission, PublicForm } from "#ui/forms/public-form.tsx";
import { sendForm } from "#ui/forms/send-form.ts";
import type { SentTexts } from "#ui/forms/sent-panel.tsx";
import { ResumeField } from "./resume-field.tsx";

type Words = { submit: string; sending: string; placeholder: string; another: string };

/** What the page knows and the browser doesn't. */
export type ApplicationFormState = { answer: Submission | undefined; retentionDays: number | undefined; reach: Reach };

const sentTexts = ({ another }: Words): SentTexts => ({
	heading: (firstName) => `We have your application, ${firstName}.`,
	next: () => <p>Next, one of us will read it with your resume and write to the email address you gave us.</p>,
	another,
});

/** The candidate's form, for a job or for none in particular. */
export function ApplicationForm({
	jobId,
	action,
	texts,
	words,
	answer,
	retentionDays,
	reach,
	inDialog = false,
}: ApplicationFormState & {
	jobId: string;
	/** The path of the page. */
	action: string;
	texts: FormTexts;
	words: Words;
	/** The button stays in sight at the foot of the dialog. */
	inDialog?: boolean;
}) {
	return (
		<PublicForm
			action={action}
			encType="multipart/form-data"
			send={sendApplication}
			texts={texts}
			answer={answer}
			sent={sentTexts(words)}
			reach={reach}
			className="grid gap-5 sm:grid-cols-2"
		>
			{({ field, sending, problems }) => (
				<>
					<input type="hidden" name="job_id" value={jobId} />
					<TextField label="First Name" required autoComplete="given-name" {...field("firstName")} />
					<TextField label="Last Name" required autoComplete="family-name" {...field("lastName")} />
					<TextField
						label="Email Address"
						required
						type="email"
						autoComplete="email"
						placeholder="you@company.com"
						{...field("email")}
					/>
					<TextField label="Phone Number" type="tel" autoComplete="tel" {...field("phone")} />
					<ResumeField name="resume" error={field("resume").error} sending={sending} className="sm:col-span-2" />
					<TextArea
						label="Cover Letter"
						rows={6}
						placeholder={words.placeholder}
						className="sm:col-span-2"
						{...field("coverLetter")}
					/>
					{problems}
					<PrivacyLine reach={reach} purpose="to review your application" days={retentionDays} />
					<div
						className={clsx(
							"grid sm:col-span-2 sm:flex",
							inDialog && "sticky -bottom-5 -mx-5 -mb-5 border-border border-t bg-popover px-5 py-3.5 sm:justify-end",
						)}
					>
						<Button type="submit" busy={sending}>
							{sending ? words.sending : words.submit}
						</Button>
					</div>
				</>
			)}
		</PublicForm>
	);
}

/** The form goes to the API instead of the page's action, so that its progress can be shown. */
async function sendApplication(form: FormData): Promise<Submission> {
	return asSubmission(await sendForm("/api/applications", form));
}
