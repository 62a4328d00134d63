/** What a public form's action answers; `values` are what the visitor typed. */
export type Submission =
	| { outcome: "saved" }
	| { outcome: "invalid" | "failed"; message: string; errors: Record<string, string>; values: Record<string, string> };
