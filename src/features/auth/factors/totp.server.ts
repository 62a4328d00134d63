import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/*
 * RFC 6238: HMAC-SHA-1, six digits, steps of 30 seconds. Base32 as authenticator apps read it, without padding.
 * Own code, because no library keeps the rule that a used step never works again (contracts: second-factor 17).
 */
const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const createTotpSecret = () => randomBytes(secretBytes);

export function toBase32(bytes: Uint8Array): string {
	const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export const stepAt = (time: Date) => Math.floor(time.getTime() / 1000 / stepSeconds);

/** The code of one step. @param length of the code; authenticator apps show six digits */
export function totpCode(secret: Uint8Array, step: number, length = digits): string {
	const message = Buffer.alloc(8);
	message.writeBigUInt64BE(BigInt(step));
	const mac = createHmac("sha1", secret).update(message).digest();
	const offset = (mac.at(-1) ?? 0) & 0x0f;
	const number = mac.readUInt32BE(offset) & 0x7fffffff;
	return String(number % 10 ** length).padStart(length, "0");
}

/**
 * The step that the code belongs to, of the present one and its two neighbors; undefined if it is none of theirs. All
 * three are compared, each in constant time, so that the time reveals nothing.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | undefined {
	const given = Buffer.from(/^\d{6}$/.test(code) ? code : "none!!");
	const steps = [-1, 0, 1].map((delay) => stepAt(now) + delay);
	const matches = steps.map((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), given));
	return steps.findLast((_, index) => matches[index]);
}

/** What the QR code says. Colons separate the issuer from the account, so neither may contain one. */
export function totpAddress(secret: Uint8Array, issuer: string, email: string): string {
	const part = (text: string) => encodeURIComponent(text.replaceAll(":", ""));
	return `otpauth://totp/${part(issuer)}:${part(email)}?secret=${toBase32(secret)}&issuer=${part(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
