import { dictionary } from "@zxcvbn-ts/language-common";
import type { Settings } from "#platform/settings.server.ts";
import { maxPasswordBytes } from "./auth.schema.ts";
import { passwordTooCommon, passwordTooLong, passwordTooShort } from "./auth-errors.server.ts";

const commonPasswords = new Set(dictionary["passwords-common"]);

/** Length and a list of common passwords; no rules of composition (decisions: accounts). */
export function requireGoodPassword({ auth }: Pick<Settings, "auth">, password: string): void {
	if (Buffer.byteLength(password) > maxPasswordBytes) throw passwordTooLong();
	if ([...password].length < auth.passwordMin) throw passwordTooShort(auth.passwordMin);
	if (commonPasswords.has(password.toLowerCase())) throw passwordTooCommon();
}
