import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { oncePer } from "#platform/limits/once-per.server.ts";
import { keyFor, keysFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

type Purpose = "refresh token" | "neutral user" | "mail throttle" | "known device";

/** HMAC-SHA-256 under a key derived from the server's secret. */
export function keyedHash(settings: Settings, purpose: Purpose, content: string | Uint8Array): Buffer {
	return createHmac("sha256", keyFor(settings, `auth: ${purpose}`))
		.update(content)
		.digest();
}

/** The same under each secret that is still read, the current one first. */
export const keyedHashes = (settings: Settings, purpose: Purpose, content: Uint8Array): Buffer[] =>
	keysFor(settings, `auth: ${purpose}`).map((key) => createHmac("sha256", key).update(content).digest());

/** A secret of the server with the name that tokens and encrypted rows carry: derived from it, and saying nothing of it. */
export type ServerSecret = { id: string; signing: KeyObject; encryption: KeyObject };

/** The current secret, then the one before it where there is one. */
export const serverSecrets = oncePer(({ auth }: Settings): [ServerSecret, ...ServerSecret[]] => [
	describeSecret(auth.jwtSecret),
	...(auth.previousSecret ? [describeSecret(auth.previousSecret)] : []),
]);

function describeSecret(secret: string): ServerSecret {
	const derive = (label: string, length: number) => Buffer.from(hkdfSync("sha256", secret, "", label, length));
	return {
		id: derive("auth: key id", 9).toString("base64url"),
		signing: createSecretKey(secret, "utf8"),
		encryption: createSecretKey(derive("auth: second factors", 32)),
	};
}

/** A random-looking UUID that is always the same for the same content. */
export function keyedUuid(settings: Settings, purpose: Purpose, content: string): string {
	const bytes = keyedHash(settings, purpose, content).subarray(0, 16);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
