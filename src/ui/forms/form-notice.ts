import type { Submission } from "#lib/submission.ts";

export type Notice = { title: string; description: string };

/** What a form says when it has been saved, could not be, or lacks a required field. */
export type FormTexts = { saved: Notice; failed: Notice; missing?: Notice };

const defaultMissing: Notice = { title: "Missing Information", description: "Please fill in all required fields." };

const wrongTitle = "Please Check the Form";

/** What is wrong in a form before it is sent: 'Missing Information' is for missing fields only. */
export function noticeOfProblems(problems: readonly { label: string; missing: boolean }[], texts: FormTexts): Notice {
	if (problems.some(({ missing }) => missing)) return texts.missing ?? defaultMissing;
	const labels = new Intl.ListFormat("en-US").format(problems.map(({ label }) => label));
	return { title: wrongTitle, description: `Please correct: ${labels}.` };
}

/** What the server has said of a form, in its own words where it gave a reason. */
export function noticeFor(answer: Submission, texts: FormTexts): Notice {
	switch (answer.outcome) {
		case "saved":
			return texts.saved;
		case "invalid":
			if (answer.missing) return texts.missing ?? defaultMissing;
			return { title: wrongTitle, description: answer.message };
		case "failed":
			return answer.message ? { ...texts.failed, description: answer.message } : texts.failed;
	}
}
