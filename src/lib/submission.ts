/** A field that people do not see and machines fill in. */
export const trapField = "website";
/** Carries the proof of when the visitor began with the form. */
export const timeField = "form_time";

/** What a public form's action answers; `message` says why, where there is a reason to give, and `values` are what the visitor typed. */
export type Submission =
	| { outcome: "saved" }
	| { outcome: "invalid" | "failed"; message: string; errors: Record<string, string>; values: Record<string, string> };
