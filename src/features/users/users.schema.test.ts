import { describe, expect, test } from "vitest";
import { matchesUser } from "./users.schema.ts";

const ada = { full_name: "Ada Byron", email: "countess@example.com", role: "admin" } as const;

describe("searching users", () => {
	test("looks into name, email and role, whatever the case", () => {
		for (const search of ["byron", "COUNTESS@", "Admin", "  ada ", ""]) expect(matchesUser(ada, search)).toBe(true);
	});
	test("finds nothing across two fields or elsewhere", () => {
		for (const search of ["grace", "byroncountess", "user"]) expect(matchesUser(ada, search)).toBe(false);
	});
	test("takes a user without a name", () => {
		expect(matchesUser({ ...ada, full_name: null }, "null")).toBe(false);
	});
});
