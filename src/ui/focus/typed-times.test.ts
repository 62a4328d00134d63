import { expect, test } from "vitest";
import { timeTyped } from "./typed-times.ts";

function type(isDate: boolean, language: string, keys: string): string | string[] {
	return [...keys].reduce<string | string[]>(
		(before, key) => timeTyped(isDate, language, key, Array.isArray(before) ? before : []),
		[],
	);
}

test.each([
	[true, "en-US", "12042098", "2098-12-04"],
	[true, "en-US", "342098", "2098-03-04"],
	[true, "de-DE", "04122098", "2098-12-04"],
	[false, "en-US", "0930a", "09:30"],
	[false, "en-US", "230p", "14:30"],
	[false, "en-US", "1200a", "00:00"],
	[false, "de-DE", "1430", "14:30"],
])("what is typed (a date: %s, %s) as %s is %s", (isDate, language, keys, value) => {
	expect(type(isDate, language, keys)).toBe(value);
});

test("has no value before the last part", () => {
	expect(type(true, "en-US", "1204209")).toEqual(["12", "04", "209"]);
	expect(type(false, "en-US", "0930")).toEqual(["09", "30"]);
});
