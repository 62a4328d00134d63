import { expect, test } from "vitest";
import { dialHref, isPhoneFound, phoneDigits, searchedPhone } from "./phone.ts";

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

// F9
test("dials a number however it is written", () => {
	const same = [
		"+44 (0)20 7946 0018",
		"+44(0)20 7946 0018",
		"+44 020 7946 0018",
		"+44 (020) 7946-0018",
		"+442079460018",
	];
	const abroad = [
		"0044 (0)20 7946 0018",
		"00442079460018",
		"011 44 20 7946 0018",
		"44 (0) 20 7946 0018",
		"+44 [0] 20 79460018",
	];
	const copied = [
		"\u202d+44 20 7946 0018\u202c",
		"+44\u00a020\u00a07946\u20110018",
		"Tel.: +44 20 7946 0018",
		"＋44 20 7946 0018",
	];
	for (const phone of [...same, ...abroad, ...copied]) expect(dialHref(phone), phone).toBe("tel:+442079460018");
	expect(dialHref("(555) 010-0177")).toBe("tel:5550100177");
	expect(dialHref("+1 (555) 010-0177")).toBe("tel:+15550100177");
	expect(dialHref("030/123456")).toBe("tel:030123456");
	expect(dialHref("+39 06 1234 5678")).toBe("tel:+390612345678");
	expect(dialHref("+39 (0)6 1234 5678")).toBe("tel:+390612345678");
	expect(dialHref("011 4567-8900")).toBe("tel:01145678900");
	expect(dialHref("1-800-FLOWERS")).toBe("tel:18003569377");
	expect(dialHref("(800) GOT-JUNK")).toBe("tel:8004685865");
	expect(dialHref("24/7: 555 010 0177")).toBe("tel:5550100177");
});

// F9
test("dials an extension after its number", () => {
	const words = [
		"ext. 212",
		"ext 212",
		"Ext.: 212",
		"x212",
		"x 212",
		"EXTENSION 212",
		"#212",
		"# 212",
		"(ext. 212)",
		";ext=212",
	];
	for (const word of [...words, ", ext 212", "Durchwahl 212", "DW 212", "App. 212", "poste 212", "доб. 212", "- x212"])
		expect(dialHref(`555 010 0177 ${word}`), word).toBe("tel:5550100177;ext=212");
	expect(dialHref("555-010-0177x212")).toBe("tel:5550100177;ext=212");
	for (const word of ["cell", "CELL", "after 5", "until 17:30", "(mobile 2)", "ask for Ann"])
		expect(dialHref(`555 010 0177 ${word}`), word).toBe("tel:5550100177");
});

// F9
test("dials the first of several numbers", () => {
	for (const between of [" / ", "/", ", ", "; ", " or ", " – ", " - ", " +1 "])
		expect(dialHref(`555-010-0177${between}555-010-0178`), between).toBe("tel:5550100177");
	expect(dialHref("555 010 0177 x3, or 555 010 0178")).toBe("tel:5550100177;ext=3");
});

// F9
test("dials nothing that is no number", () => {
	for (const phone of [
		"",
		"n/a",
		"none",
		"ask my assistant",
		"123",
		"123 Main Street",
		"+",
		"()",
		"1".repeat(40),
		"in 2026",
	])
		expect(dialHref(phone), phone).toBeUndefined();
});
