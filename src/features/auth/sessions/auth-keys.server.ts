import { createHmac } from "node:crypto";
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

/** A random-looking UUID that is always the same for the same content. */
export function keyedUuid(settings: Settings, purpose: Purpose, content: string): string {
	const bytes = keyedHash(settings, purpose, content).subarray(0, 16);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
