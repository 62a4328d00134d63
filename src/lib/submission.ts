/**
 * A field that people do not see and machines fill in. The word is one by which no browser and no password manager knows
 * a field (decision 024); `website` was filled in by some.
 */
export const trapField = "remark";
/** Carries the proof of when the visitor began with the form. */
export const timeField = "form_time";

/** What a public form's action answers; `message` says why, where there is a reason to give, and `values` are what the visitor typed. */
export type Submission =
	| { outcome: "saved" }
	| {
			outcome: "invalid" | "failed";
			message: string;
			/** Whether a required field was left empty. */
			missing: boolean;
			errors: Record<string, string>;
			values: Record<string, string>;
	  };
