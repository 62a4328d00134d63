import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { useAttempt } from "./use-attempt.ts";

type Failure = { message: string } | null | undefined;

type AuthFormProps = {
	submitLabel: string;
	busyLabel: string;
	dense?: boolean;
	/** @returns why it failed; the typed values stay in any case */
	onAttempt: (field: (name: string) => string) => Promise<Failure>;
	/** @param missing the message of each required field that was left empty */
	children: (missing: Record<string, string>) => ReactNode;
};

/** The frame of every form about accounts: required fields, one attempt at a time, the failure in an alert below. */
export function AuthForm({ submitLabel, busyLabel, dense = false, onAttempt, children }: AuthFormProps) {
	const { busy, failure, setFailure, attempt } = useAttempt();
	const [missing, setMissing] = useState<Record<string, string>>({});

	async function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		const form = event.currentTarget;
		const empty = emptyRequiredFields(form);
		setMissing(
			Object.fromEntries(empty.map((input) => [input.name, missingMessages[input.name] ?? "Please fill this in."])),
		);
		if (empty[0]) return empty[0].focus();
		const values = new FormData(form);
		const field = (name: string) => String(values.get(name) ?? "");
		const isMistyped = values.has("confirmation") && field("password") !== field("confirmation");
		await attempt(async () => (isMistyped ? "Passwords do not match" : (await onAttempt(field))?.message));
	}

	function handleInput() {
		setFailure(undefined);
		setMissing({});
	}

	return (
		<form noValidate onSubmit={handleSubmit} onInput={handleInput} className={clsx("grid", dense ? "gap-4" : "gap-5")}>
			{children(missing)}
			<Button type="submit" size={dense ? "dense" : "lg"} busy={busy} className={clsx(dense && "justify-center")}>
				{busy ? busyLabel : submitLabel}
			</Button>
			{failure && <AuthAlert>{failure}</AuthAlert>}
		</form>
	);
}

export function AuthAlert({ children }: { children: ReactNode }) {
	return (
		<p role="alert" className="flex gap-2.5 rounded-sm bg-status-red-bg px-4 py-3 text-small text-status-red">
			<CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.75} />
			{children}
		</p>
	);
}

const missingMessages: Record<string, string> = {
	email: "Please enter your email address.",
	full_name: "Please enter your name.",
	password: "Please enter your password.",
	current_password: "Please enter your current password.",
	confirmation: "Please enter your password again.",
};

function emptyRequiredFields(form: HTMLFormElement): HTMLInputElement[] {
	return Array.from(form.elements).filter(
		(element): element is HTMLInputElement => element instanceof HTMLInputElement && element.validity.valueMissing,
	);
}
