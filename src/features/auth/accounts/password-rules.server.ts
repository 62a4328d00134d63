import { dictionary } from "@zxcvbn-ts/language-common";
import { maxPasswordBytes } from "#features/auth/auth.schema.ts";
import { passwordTooCommon, passwordTooLong, passwordTooShort } from "#features/auth/auth-errors.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

const commonPasswords = new Set(dictionary["passwords-common"]);

/** Length and a list of common passwords; no rules of composition (decisions: accounts). */
export function requireGoodPassword({ auth }: Pick<Settings, "auth">, password: string): void {
	if (Buffer.byteLength(password) > maxPasswordBytes) throw passwordTooLong();
	if ([...password].length < auth.passwordMin) throw passwordTooShort(auth.passwordMin);
	if (commonPasswords.has(password.toLowerCase())) throw passwordTooCommon();
}
