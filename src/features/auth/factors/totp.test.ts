import { expect, test } from "vitest";
import { matchingStep, stepAt, toBase32, totpAddress, totpCode } from "./totp.server.ts";

/** RFC 6238, appendix B, for SHA-1. */
const secret = Buffer.from("12345678901234567890");

test.each([
	[59, "94287082"],
	[1_111_111_109, "07081804"],
	[1_111_111_111, "14050471"],
	[1_234_567_890, "89005924"],
	[2_000_000_000, "69279037"],
	[20_000_000_000, "65353130"],
])("at %d seconds the code is RFC 6238's %s, of which apps show the last six digits", (seconds, code) => {
	const step = stepAt(new Date(seconds * 1000));
	expect(totpCode(secret, step, 8)).toBe(code);
	expect(totpCode(secret, step)).toBe(code.slice(2));
});

test.each([
	["", ""],
	["f", "MY"],
	["fo", "MZXQ"],
	["foo", "MZXW6"],
	["foob", "MZXW6YQ"],
	["fooba", "MZXW6YTB"],
	["foobar", "MZXW6YTBOI"],
])("base32 of %j is RFC 4648's, without padding", (text, encoded) => {
	expect(toBase32(Buffer.from(text))).toBe(encoded);
});

test("a code is good in its own step and one to either side", () => {
	const now = new Date(1_111_111_111_000);
	const codeAt = (delay: number) => totpCode(secret, stepAt(now) + delay);
	expect([-2, -1, 0, 1, 2].map((delay) => matchingStep(secret, codeAt(delay), now))).toEqual([
		undefined,
		stepAt(now) - 1,
		stepAt(now),
		stepAt(now) + 1,
		undefined,
	]);
});

test.each(["", "12345", "1234567", "abcdef", "１２３４５６", "050471\n"])("%j is no code", (code) => {
	expect(matchingStep(secret, code, new Date(1_111_111_111_000))).toBeUndefined();
});

test("the address names issuer and account once each, whatever they contain", () => {
	const address = totpAddress(secret, "Firm: East & West", "ada:b@example.com");
	expect(address).toBe(
		"otpauth://totp/Firm%20East%20%26%20West:adab%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Firm%20East%20%26%20West&algorithm=SHA1&digits=6&period=30",
	);
});
