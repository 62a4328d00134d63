import { trapField } from "#lib/submission.ts";

/**
 * Filled in by machines only: out of sight, out of the tab order, and not there for screen readers. Chromium fills in
 * nothing that cannot have the focus, Firefox nothing that is hidden by `aria-hidden`; the password managers go by the
 * attributes that they document (decision 024).
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
