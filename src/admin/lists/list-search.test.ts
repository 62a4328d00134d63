import { expect, test } from "vitest";
import { createSearch } from "./list-search.ts";

const search = createSearch((row: { name: string; subject: string | null }) => [row.name, row.subject]);
const row = { name: "Ada BYRON", subject: "Überarbeitung (50%)" };

// proves S5-search-01
test("finds any part of any text, whatever its case", () => {
	for (const query of ["ada", "byr", "überarb", "(50%)", "a b"]) expect(search.matches(row, query)).toBe(true);
});

test("finds everything while nothing is searched", () => {
	expect(search.matches({ name: "", subject: null }, "")).toBe(true);
});

test("finds neither a missing text nor a match that spans two texts", () => {
	expect(search.matches({ name: "Ada", subject: null }, "null")).toBe(false);
	for (const query of ["adabyron", "ada byron"]) {
		expect(search.matches({ name: "Ada", subject: "Byron" }, query)).toBe(false);
	}
});

test("follows a row to its next version", () => {
	expect(search.matches({ ...row, name: "Grace" }, "ada")).toBe(false);
});

test("finds a phone number however it is written, and digits elsewhere only as they stand", () => {
	const withPhone = createSearch(
		(row: { name: string; phone: string | null }) => [row.name],
		({ phone }) => phone,
	);
	const caller = { name: "Room 12-345", phone: "(555) 214-7712" };
	for (const query of ["5552147712", "+1 555 214 7712", "214-7712"])
		expect(withPhone.matches(caller, query)).toBe(true);
	for (const query of ["12345", "555 214 7713"]) expect(withPhone.matches(caller, query)).toBe(false);
	expect(withPhone.matches({ name: "Ada", phone: null }, "5552147712")).toBe(false);
});
