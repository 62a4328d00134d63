import { expect, test } from "vitest";
import { daysAfter, defaultDueDate, firmDay } from "./invoice-days.ts";

// proves D-time-03
test("an evening in New York is still that day, though it is the next one in UTC", () => {
	expect(firmDay(new Date("2027-01-01T04:59:59Z"))).toBe("2026-12-31");
	expect(firmDay(new Date("2027-01-01T05:00:00Z"))).toBe("2027-01-01");
});

test("days are counted across months, leap days and the change of the clocks", () => {
	expect(daysAfter("2028-02-28", 1)).toBe("2028-02-29");
	expect(daysAfter("2026-10-31", 2)).toBe("2026-11-02");
	expect(daysAfter("2026-03-01", -1)).toBe("2026-02-28");
});

// proves D-time-03
test("an invoice is due 30 days after today in the firm's time zone", () => {
	expect(defaultDueDate(new Date("2026-11-21T03:00:00Z"))).toBe("2026-12-20");
});
