import { describe, expect, test } from "vitest";
import { bookingInputSchema, bookingUrgency } from "./bookings.schema.ts";

describe("a booking's urgency", () => {
	const now = Date.parse("2026-11-20T12:00:00.000Z");
	const urgencyAfter = (ms: number) => bookingUrgency({ created_at: new Date(now - ms).toISOString() }, now);
	const hour = 3_600_000;
	// proves S4-urgency-01, S9-urgency-01
	test("is green up to 8 hours, yellow up to 24, then red", () => {
		expect([urgencyAfter(0), urgencyAfter(8 * hour)]).toEqual(["green", "green"]);
		expect([urgencyAfter(8 * hour + 1), urgencyAfter(24 * hour)]).toEqual(["yellow", "yellow"]);
		expect(urgencyAfter(24 * hour + 1)).toBe("red");
	});
});

describe("staff's booking", () => {
	const valid = { name: "Ada", email: "ada@example.com", service_type: "Blocked Time" };
	// proves S4-status-02
	test("is new unless said otherwise, and may leave everything else open", () => {
		expect(bookingInputSchema.parse({ ...valid, preferred_date: "", preferred_time: "" })).toMatchObject({
			status: "new",
			phone: null,
			preferred_date: null,
			preferred_time: null,
			message: null,
		});
	});
	test("takes date and time as their fields send them, and no others", () => {
		const given = bookingInputSchema.parse({ ...valid, preferred_date: "2026-11-24", preferred_time: "14:30" });
		expect(given).toMatchObject({ preferred_date: "2026-11-24", preferred_time: "14:30" });
		expect(bookingInputSchema.safeParse({ ...valid, preferred_date: "2026-02-30" }).success).toBe(false);
		expect(bookingInputSchema.safeParse({ ...valid, preferred_date: "0000-01-01" }).success).toBe(false);
		expect(bookingInputSchema.safeParse({ ...valid, preferred_time: "25:00" }).success).toBe(false);
	});
});
