import { TextField } from "#ui/field.tsx";

/** A password that is being chosen, twice. */
export function NewPasswordFields({ label, missing }: { label: string; missing: Record<string, string> }) {
	return (
		<>
			<TextField
				label={label}
				name="password"
				type="password"
				autoComplete="new-password"
				required
				error={missing.password && "Please choose a password."}
			/>
			<TextField
				label="Confirm Password"
				name="confirmation"
				type="password"
				autoComplete="new-password"
				required
				error={missing.confirmation}
			/>
		</>
	);
}

export function passwordMismatch(field: (name: string) => string) {
	return field("password") === field("confirmation") ? undefined : { message: "Passwords do not match" };
}
