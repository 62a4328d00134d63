import { stepAt, totpCode } from "#features/auth/factors/totp.server.ts";

/** What an authenticator app shows for a secret, as it is read from the screen. */
export function codeOf(secret: string, delay = 0): string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const bits = [...secret.replaceAll(/\s/g, "")].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
	const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
	return totpCode(Buffer.from(bytes), stepAt(new Date()) + delay);
}
