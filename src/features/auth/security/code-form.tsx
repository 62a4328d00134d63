import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** A field for one code. What is wrong with it is tied to the field and read out; what was typed stays. */
export function CodeForm({
	label,
	hint,
	isNumber = false,
	dense = false,
	onAttempt,
	children,
}: {
	label: string;
	hint?: string;
	/** Six digits of an authenticator app. */
	isNumber?: boolean;
	dense?: boolean;
	/** @returns why it failed */
	onAttempt(code: string): Promise<string | undefined>;
	/** Fields before it. */
	children?: ReactNode;
}) {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<string>();

	async function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
		if (!code) return setFailure("Please enter the code.");
		setBusy(true);
		setFailure(undefined);
		try {
			setFailure(await onAttempt(code));
		} catch (error) {
			// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
			console.error(error);
			setFailure("An unexpected error occurred");
		}
		setBusy(false);
	}

	return (
		<form noValidate onSubmit={handleSubmit} className="grid gap-4">
			{children}
			<TextField
				label={label}
				{...(hint && { hint })}
				name="code"
				required
				dense={dense}
				autoCapitalize="none"
				spellCheck={false}
				{...(isNumber ? { inputMode: "numeric" as const, autoComplete: "one-time-code" } : { autoComplete: "off" })}
				error={failure}
			/>
			<p role="alert" className="sr-only">
				{failure}
			</p>
			<Button type="submit" size={dense ? "dense" : "lg"} busy={busy} className={dense ? "justify-self-start" : ""}>
				{busy ? "Verifying..." : "Verify"}
			</Button>
		</form>
	);
}
