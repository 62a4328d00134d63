import { expect, test } from "vitest";
import { daysAfter, defaultDueDate, firmDay, lateness, termsFor } from "./invoice-days.ts";

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

test("lateness counts days, across months", () => {
	expect(lateness("2026-11-01", "2026-11-02")).toBe("1 day past due");
	expect(lateness("2026-10-31", "2026-12-01")).toBe("31 days past due");
	// F21: An invoice may be set to Overdue by hand.
	expect(lateness("2026-11-02", "2026-11-02")).toBeUndefined();
	expect(lateness("2026-12-02", "2026-11-02")).toBeUndefined();
});

test("the usual terms name the days until the due date", () => {
	expect(termsFor("2026-10-17", "2026-11-16")).toBe("Payment is due within 30 days of invoice date.");
	expect(termsFor("2026-10-17", "2026-10-31")).toBe("Payment is due within 14 days of invoice date.");
	expect(termsFor("2026-10-17", "2026-10-18")).toBe("Payment is due within 1 day of invoice date.");
	expect(termsFor("2026-03-07", "2026-03-09")).toBe("Payment is due within 2 days of invoice date.");
});
