import { trapField } from "#lib/submission.ts";

/**
 * A field that only bots fill in: people can't see it, tab to it, or hear it in a screen reader. Chromium doesn't
 * autofill fields that can't have the focus, and Firefox doesn't autofill fields hidden with `aria-hidden`. Password
 * managers follow the attributes that they document (decision 024).
 */
export function Trap() {
	return (
		<div aria-hidden="true" inert className="sr-only">
			<label>
				Leave this empty
				<input
					type="text"
					name={trapField}
					autoComplete="off"
					tabIndex={-1}
					aria-hidden="true"
					data-1p-ignore=""
					data-bwignore=""
					data-lpignore="true"
					data-form-type="other"
				/>
			</label>
		</div>
	);
}
