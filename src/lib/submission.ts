/**
 * A field that people do not see and machines fill in. The word is one by which no browser and no password manager knows
 * a field (decision 024); `website` was filled in by some.
 */
export const trapField = "remark";
/** Carries the proof of when the visitor began with the form. */
export const timeField = "form_time";

/**
 * A call that a form has booked, or whose time is kept until it is confirmed; texts as the page says them. `moment` is in
 * the guest's time zone; `ours` is in the firm's, where that is another one.
 */
export type BookedCall = { start: string; moment: string; ours?: string; held_until?: string };

/** What a public form's action answers; `message` says why, where there is a reason to give, and `values` are what the visitor typed. */
export type Submission =
	| { outcome: "saved"; firstName: string; call?: BookedCall }
	| Refusal<"invalid" | "failed">
	/** The chosen time cannot be booked; `nearest` are the free ones nearest to it. */
	| (Refusal<"taken"> & { nearest: string[] });

type Refusal<Outcome> = {
	outcome: Outcome;
	message: string;
	/** Whether a required field was left empty. */
	missing: boolean;
	errors: Record<string, string>;
	values: Record<string, string>;
};
