import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Settings } from "./settings.server.ts";

const derivedKeys = oncePer((_: Settings) => new Map<string, KeyObject>());

/** A key of 32 bytes made from the server's secret: each purpose has its own, so that what one reveals never helps against another. */
export function keyFor(settings: Settings, purpose: string): KeyObject {
	const keys = derivedKeys(settings);
	const key =
		keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync("sha256", settings.auth.jwtSecret, "", purpose, 32)));
	keys.set(purpose, key);
	return key;
}
