import { retryMinutes } from "#admin/session/auth.client.ts";

type Failure = { message: string; code?: string | undefined };

/** What the screen says of a second step that failed. */
export function stepFailure(error: Failure, kind: "app" | "recovery" | "passkey"): string {
	if (error.code === "over_request_rate_limit" || error.code === "mfa_recovery_codes_locked") {
		const minutes = retryMinutes();
		return `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
	}
	if (kind === "passkey") return "That did not work. Try again or choose another way.";
	if (error.code !== "mfa_verification_failed") return error.message;
	return kind === "app"
		? "That code is not right, or it was used already. Wait for the next one."
		: "That recovery code is not right, or it was used already.";
}

/** In groups of four, as they are easier to copy by eye. */
export const inGroups = (text: string) => text.match(/.{1,4}/g)?.join(" ") ?? text;
