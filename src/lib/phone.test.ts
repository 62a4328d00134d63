import { expect, test } from "vitest";
import { isPhoneFound, phoneDigits, searchedPhone } from "./phone.ts";

const isFound = (phone: string, text: string) => {
	const searched = searchedPhone(text);
	return searched !== undefined && isPhoneFound(phoneDigits(phone), searched);
};

test("finds a number however it is written, with or without the code of its country", () => {
	const written = ["(555) 214-7712", "555.214.7712", "+1 555 214 7712", "5552147712", "001-555-214-7712"];
	for (const phone of written) for (const text of written) expect(isFound(phone, text), `${phone}, ${text}`).toBe(true);
	expect(isFound("+44 20 7946 0018", "020 7946 0018")).toBe(true);
	expect(isFound("020 7946 0018", "+44 20 7946 0018")).toBe(true);
});

test("finds a part of a number, and no other number", () => {
	for (const text of ["214-7712", "214 77", "7712", "(555) 214"])
		expect(isFound("(555) 214-7712", text), text).toBe(true);
	for (const text of ["214-7713", "771", "+1 555 214 7713"]) expect(isFound("(555) 214-7712", text), text).toBe(false);
	for (const text of ["0134", "-0134", "0-0134"]) expect(isFound("(555) 010-0134", text), text).toBe(true);
	expect(isFound("(555) 010-1134", "0134")).toBe(false);
	// An extension alone is not the end of every number.
	expect(isFound("42", "555 214 7742")).toBe(false);
	expect(isFound("", "555 214 7742")).toBe(false);
});

test("takes nothing with letters for a number", () => {
	for (const text of ["INV-2026-0001", "room 5552147712", "", "+", "2026 plan"])
		expect(searchedPhone(text), text).toBeUndefined();
});
