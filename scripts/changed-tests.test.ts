import { expect, test } from "vitest";
import { testsFor } from "./changed-tests.ts";

test("a change in one subject chooses its tests and those of its importers, but not every API test", () => {
	const tests = testsFor(["src/features/bookings/bookings.server.ts"]);
	expect(tests).toContain("src/features/bookings/bookings.api.test.ts");
	expect(tests).not.toContain("src/features/invoices/invoices.api.test.ts");
});

test("a change of a rule chooses the unit tests that reach it, and the API tests of the subjects that use it", () => {
	const tests = testsFor(["src/lib/money.ts"]);
	expect(tests).toContain("src/lib/money.test.ts");
	expect(tests).toContain("src/features/invoices/invoices.api.test.ts");
	expect(tests).not.toContain("src/features/bookings/bookings.api.test.ts");
});

test("a changed test is chosen, a changed text chooses none", () => {
	expect(testsFor(["src/platform/mail/mail-encryption.api.test.ts"])).toEqual([
		"src/platform/mail/mail-encryption.api.test.ts",
	]);
	expect(testsFor(["README.md", "e2e/home.spec.ts"])).toEqual([]);
});

test("a change to a file that everything depends on chooses every test", () => {
	expect(testsFor(["migrations/0099_more.sql"])).toBe("all");
	expect(testsFor(["tests/app.ts", "README.md"])).toBe("all");
});
