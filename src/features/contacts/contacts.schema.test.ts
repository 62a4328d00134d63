import { expect, test } from "vitest";
import { contactUrgency } from "./contacts.schema.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");
const hour = 3_600_000;
const urgencyAfter = (ms: number, status: "new" | "in_progress" | "resolved" | "closed" = "new") =>
	contactUrgency({ status, created_at: new Date(now - ms).toISOString() }, now);

// proves S4-urgency-02, S9-urgency-01
test("a new inquiry is blue up to 2 hours, yellow up to 8, then red", () => {
	expect([urgencyAfter(0), urgencyAfter(2 * hour)]).toEqual(["blue", "blue"]);
	expect([urgencyAfter(2 * hour + 1), urgencyAfter(8 * hour)]).toEqual(["yellow", "yellow"]);
	expect(urgencyAfter(8 * hour + 1)).toBe("red");
});

// proves S4-urgency-03
test("an inquiry that somebody has taken up has no urgency", () => {
	for (const status of ["in_progress", "resolved", "closed"] as const)
		expect(urgencyAfter(100 * hour, status)).toBeUndefined();
});
