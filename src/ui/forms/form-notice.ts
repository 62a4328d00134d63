import type { Submission } from "#lib/submission.ts";

export type Notice = { title: string; description: string };

/** The notice of a form that was saved, couldn't be saved, or is missing a required field. */
export type FormTexts = { saved: Notice; failed: Notice; missing?: Notice };

const defaultMissing: Notice = { title: "Missing Information", description: "Please fill in all required fields." };

const takenNotice: Notice = {
	title: "Time No Longer Available",
	description: "Please choose another time. Nothing you typed is lost.",
};

const wrongTitle = "Please Check the Form";

/** The notice about errors found before a form is sent. 'Missing Information' is only for missing fields. */
export function noticeOfProblems(problems: readonly { label: string; missing: boolean }[], texts: FormTexts): Notice {
	if (problems.some(({ missing }) => missing)) return texts.missing ?? defaultMissing;
	const labels = new Intl.ListFormat("en-US").format(problems.map(({ label }) => label));
	return { title: wrongTitle, description: `Please correct: ${labels}.` };
}

/** The notice for the server's response to a form, in the server's own words if it gave a reason. */
export function noticeFor(answer: Submission, texts: FormTexts): Notice {
	switch (answer.outcome) {
		case "saved":
			return texts.saved;
		case "invalid":
			if (answer.missing) return texts.missing ?? defaultMissing;
			return { title: wrongTitle, description: answer.message };
		case "taken":
			return takenNotice;
		case "failed":
			return answer.message ? { ...texts.failed, description: answer.message } : texts.failed;
	}
}
