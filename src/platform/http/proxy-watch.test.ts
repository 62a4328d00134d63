import { expect, test } from "vitest";
import { readSettings } from "#platform/process/settings.server.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { proxyWatchOf } from "./proxy-watch.server.ts";

/** The warnings of a process with so many trusted proxies that has seen these requests. */
function warningsAfter(trustedProxies: number, ...requests: (Record<string, string> | string)[]) {
	const { logger, lines } = recordingLogger();
	const settings = readSettings({ TRUSTED_PROXIES: String(trustedProxies), AUTH_JWT_SECRET: "x".repeat(32) });
	const watch = proxyWatchOf({ logger, settings });
	for (const given of requests) {
		const [path, headers] = typeof given === "string" ? [given, {}] : ["/contact", given];
		watch(new Request(`http://site.test${path}`, { headers }));
	}
	return lines.map(({ level, message }) => `${level}: ${message}`);
}

const oneHop = { "x-forwarded-for": "203.0.113.7" };
const twoHops = { "x-forwarded-for": "203.0.113.7, 10.0.0.2" };

test("warns once when forwarded addresses arrive and no proxy is trusted", () => {
	const warning = expect.stringMatching(/^warn: .*TRUSTED_PROXIES is 0/);
	expect(warningsAfter(0, {}, oneHop, twoHops, oneHop)).toEqual([warning]);
	expect(warningsAfter(0, { forwarded: "for=203.0.113.7" })).toEqual([warning]);
	expect(warningsAfter(0, {}, "/healthz")).toEqual([]);
});

test("warns once when a request names fewer proxies than are trusted, or none", () => {
	const warning = expect.stringMatching(/^warn: .*fewer proxies than TRUSTED_PROXIES/);
	expect(warningsAfter(2, twoHops, oneHop, oneHop)).toEqual([warning]);
	expect(warningsAfter(1, {})).toEqual([warning]);
	expect(warningsAfter(1, { "x-forwarded-for": " , " })).toEqual([warning]);
	expect(warningsAfter(1, { forwarded: "for=203.0.113.7" })).toEqual([warning]);
});

test("warns neither about a site whose proxies match the setting nor about requests from its own machine", () => {
	expect(warningsAfter(1, oneHop, twoHops)).toEqual([]);
	expect(warningsAfter(2, twoHops, "/healthz", "/metrics")).toEqual([]);
});
