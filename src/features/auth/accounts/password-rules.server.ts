import { dictionary } from "@zxcvbn-ts/language-common";
import { maxPasswordBytes } from "#features/auth/auth.schema.ts";
import {
	type AuthError,
	passwordTooCommon,
	passwordTooLong,
	passwordTooShort,
} from "#features/auth/auth-errors.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

const commonPasswords = new Set(dictionary["passwords-common"]);

/** What is wrong with it: its length, or that it is common; no rules of composition (decisions: accounts). */
export function weaknessOf({ auth }: Pick<Settings, "auth">, password: string): AuthError | undefined {
	if (Buffer.byteLength(password) > maxPasswordBytes) return passwordTooLong();
	if ([...password].length < auth.passwordMin) return passwordTooShort(auth.passwordMin);
	return commonPasswords.has(password.toLowerCase()) ? passwordTooCommon() : undefined;
}

/** @throws {AuthError} */
export function requireGoodPassword(settings: Pick<Settings, "auth">, password: string): void {
	const weakness = weaknessOf(settings, password);
	if (weakness) throw weakness;
}
