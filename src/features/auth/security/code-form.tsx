import type { FormEvent, ReactNode } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { useAttempt } from "#features/auth/pages/use-attempt.ts";
import { withoutSeparators } from "#lib/text/text.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { stepFailure } from "./step-texts.ts";

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
	const { busy, failure, setFailure, attempt } = useAttempt();

	async function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
		if (!withoutSeparators(code)) return setFailure("Please enter the code.");
		await attempt(() => onAttempt(code));
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

type AppCodeFormProps = { factorId: string; dense: boolean; onDone(): void | Promise<void>; children?: ReactNode };

/** For the six digits that an authenticator app shows. */
export function AppCodeForm({ factorId, dense, onDone, children }: AppCodeFormProps) {
	async function handleAttempt(code: string) {
		const { error } = await authClient.mfa.challengeAndVerify({ factorId, code });
		if (error) return stepFailure(error, "app");
		await onDone();
	}
	return (
		<CodeForm label="Code" isNumber dense={dense} onAttempt={handleAttempt}>
			{children}
		</CodeForm>
	);
}
