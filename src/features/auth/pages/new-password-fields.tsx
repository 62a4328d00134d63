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
