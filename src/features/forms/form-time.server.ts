import { createHmac, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Deps } from "#platform/process/deps.server.ts";
import { keyFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

/** A form may stay open in a tab overnight. */
const validForMs = 24 * 60 * 60_000;

/**
 * GET / returns, as text, a signed proof of when a visitor started with a form. Nothing is stored, and visitors can't
 * be told apart by it.
 */
export function formTimeApi({ settings, clock }: Pick<Deps, "settings" | "clock">) {
	return new Hono().get("/", (c) => c.text(signFormTime(settings, clock()), 200, { "cache-control": "no-store" }));
}

export function signFormTime(settings: Settings, now: Date): string {
	const time = now.getTime().toString(36);
	return `${time}.${signature(settings, time).toString("base64url")}`;
}

/** The seconds since the proof was issued; undefined if it is forged, from the future, or too old. */
export function secondsSince(settings: Settings, token: string, now: Date): number | undefined {
	const [time = "", sent = ""] = token.split(".");
	const given = Buffer.from(sent, "base64url");
	const expected = signature(settings, time);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	const passedMs = now.getTime() - Number.parseInt(time, 36);
	return passedMs >= 0 && passedMs <= validForMs ? passedMs / 1000 : undefined;
}

function signature(settings: Settings, time: string): Buffer {
	return createHmac("sha256", keyFor(settings, "form time")).update(time).digest();
}
