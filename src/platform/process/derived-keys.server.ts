import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Settings } from "./settings.server.ts";

const derivedKeys = oncePer((_: Settings) => new Map<string, KeyObject>());

/** A key of 32 bytes made from the server's secret: each purpose has its own, so that what one reveals never helps against another. */
export const keyFor = (settings: Settings, purpose: string): KeyObject =>
	keyUnder(settings, settings.auth.jwtSecret, purpose);

/** The current key, then that of the secret before it where there is one: for reading what was made under either. */
export const keysFor = (settings: Settings, purpose: string): KeyObject[] =>
	[settings.auth.jwtSecret, settings.auth.previousSecret].flatMap((secret) =>
		secret ? [keyUnder(settings, secret, purpose)] : [],
	);

function keyUnder(settings: Settings, secret: string, purpose: string): KeyObject {
	const keys = derivedKeys(settings);
	const name = `${secret === settings.auth.jwtSecret ? "current" : "previous"} ${purpose}`;
	const key = keys.get(name) ?? createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
	keys.set(name, key);
	return key;
}
