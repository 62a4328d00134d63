import { maxProfileNameLength } from "#features/auth/auth.schema.ts";
import { TextField } from "#ui/field.tsx";
import { PasswordField } from "#ui/forms/password-field.tsx";

/** A password that is being chosen, twice; `AuthForm` compares them. */
export function NewPasswordFields({
	label,
	missing,
	autoFocus = false,
}: {
	label: string;
	missing: Record<string, string>;
	autoFocus?: boolean;
}) {
	return (
		<>
			<PasswordField
				label={label}
				name="password"
				autoComplete="new-password"
				autoFocus={autoFocus}
				required
				hint="At least 8 characters."
				error={missing.password && "Please choose a password."}
			/>
			<PasswordField
				label="Confirm Password"
				name="confirmation"
				autoComplete="new-password"
				required
				error={missing.confirmation}
			/>
		</>
	);
}

export const FullNameField = ({ missing }: { missing: Record<string, string> }) => (
	<TextField
		label="Full Name"
		name="full_name"
		autoComplete="name"
		required
		maxLength={maxProfileNameLength}
		error={missing.full_name}
	/>
);
