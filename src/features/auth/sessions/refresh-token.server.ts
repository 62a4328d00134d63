import { timingSafeEqual } from "node:crypto";
import type { Settings } from "#platform/process/settings.server.ts";
import { keyedHash, keyedHashes } from "./auth-keys.server.ts";

/*
 * version (1 byte) | session id (16) | counter (4) | MAC (24): 45 bytes are exactly 60 characters of base64url, so
 * every text of this form is the only one for its bytes.
 */
const version = 1;
const contentLength = 21;
const macLength = 24;
const form = /^[A-Za-z0-9_-]{60}$/;

/** It is derived, never stored: a copy of the database alone lets no one sign in (contracts: auth 8.2). */
export function refreshToken(settings: Settings, sessionId: string, counter: number): string {
	const content = Buffer.alloc(contentLength);
	content.writeUInt8(version, 0);
	content.write(sessionId.replaceAll("-", ""), 1, "hex");
	content.writeUInt32BE(counter, 17);
	return Buffer.concat([content, mac(settings, content)]).toString("base64url");
}

/** Answers "malformed" for what is not of our form, "forged" for what we did not sign. */
export function readRefreshToken(
	settings: Settings,
	token: string,
): { sessionId: string; counter: number } | "malformed" | "forged" {
	if (!form.test(token)) return "malformed";
	const bytes = Buffer.from(token, "base64url");
	if (bytes.readUInt8(0) !== version) return "malformed";
	const content = bytes.subarray(0, contentLength);
	const given = bytes.subarray(contentLength);
	const right = keyedHashes(settings, "refresh token", content).map((hash) => hash.subarray(0, macLength));
	if (!right.some((known) => timingSafeEqual(given, known))) return "forged";
	const id = content.toString("hex", 1, 17);
	return {
		sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
		counter: content.readUInt32BE(17),
	};
}

const mac = (settings: Settings, content: Uint8Array) =>
	keyedHash(settings, "refresh token", content).subarray(0, macLength);
