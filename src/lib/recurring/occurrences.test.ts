import { expect, test } from "vitest";
import { type Frequency, fillPlaceholders, frequencies, occurrencesFrom, unknownPlaceholder } from "./occurrences.ts";

const days = (starts_on: string, frequency: Frequency, most: number, from = 1) =>
	occurrencesFrom({ starts_on, frequency, ends_on: null }, from, { most }).map(({ day }) => day);

const first = (starts_on: string, frequency: Frequency, ends_on: string | null = null) => {
	const [occurrence] = occurrencesFrom({ starts_on, frequency, ends_on }, 1, { most: 1 });
	if (!occurrence) throw new Error("there is none");
	return occurrence;
};

test("a retainer of the 31st is on the last day of a shorter month, and on the 31st again after it", () => {
	expect(days("2027-12-31", "monthly", 6)).toEqual([
		...["2027-12-31", "2028-01-31", "2028-02-29"],
		...["2028-03-31", "2028-04-30", "2028-05-31"],
	]);
	expect(days("2026-01-30", "monthly", 3)).toEqual(["2026-01-30", "2026-02-28", "2026-03-30"]);
	expect(days("2026-01-29", "monthly", 3)).toEqual(["2026-01-29", "2026-02-28", "2026-03-29"]);
	expect(days("2026-11-30", "quarterly", 3)).toEqual(["2026-11-30", "2027-02-28", "2027-05-30"]);
	expect(days("2024-02-29", "yearly", 5)).toEqual([
		...["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
	]);
});

test("a number has the same day whether it is counted from the first one or asked for by itself", () => {
	const all = days("2026-08-31", "monthly", 60);
	expect(all.map((_, index) => days("2026-08-31", "monthly", 1, index + 1)[0])).toEqual(all);
});

test("five years of each frequency have each period once, without a gap between them", () => {
	const counts = { monthly: 60, quarterly: 20, yearly: 5 };
	for (const frequency of frequencies) {
		for (const starts_on of ["2026-01-01", "2026-01-29", "2026-01-30", "2026-01-31", "2027-12-15"]) {
			const until = `${Number(starts_on.slice(0, 4)) + 4}-${starts_on.slice(5, 7)}-01`;
			const schedule = { starts_on, frequency, ends_on: null };
			const all = occurrencesFrom(schedule, 1, { most: counts[frequency] });
			expect(all.map(({ n }) => n)).toEqual(Array.from(all, (_, index) => index + 1));
			for (const [index, { last }] of all.entries()) {
				const next = all[index + 1]?.day;
				if (next) expect(Date.parse(next) - Date.parse(last)).toBe(86_400_000);
			}
			expect(new Set(all.map(({ day }) => day.slice(0, 7))).size).toBe(counts[frequency]);
			expect(occurrencesFrom(schedule, 1, { until })).toEqual(all.filter(({ day }) => day <= until));
		}
	}
});

test("none is after the end, whatever the limit", () => {
	const schedule = { starts_on: "2026-01-15", frequency: "monthly", ends_on: "2026-03-15" } as const;
	expect(occurrencesFrom(schedule, 1, { most: 9 }).map(({ n }) => n)).toEqual([1, 2, 3]);
	expect(occurrencesFrom(schedule, 1, { until: "2026-12-31" }).map(({ n }) => n)).toEqual([1, 2, 3]);
	expect(occurrencesFrom(schedule, 4, { most: 1 })).toEqual([]);
	expect(occurrencesFrom(schedule, 1, { until: "2026-01-14" })).toEqual([]);
});

test("texts name the month, the period, and the number", () => {
	const march = first("2026-03-01", "monthly");
	expect(fillPlaceholders("{month}: {period} (#{n})", march)).toBe("March 2026: Mar 1 – Mar 31, 2026 (#1)");
	expect(fillPlaceholders("{period}", first("2026-12-15", "monthly"))).toBe("Dec 15, 2026 – Jan 14, 2027");
	expect(fillPlaceholders("{period}", first("2026-03-01", "yearly"))).toBe("Mar 1, 2026 – Feb 28, 2027");
	expect(fillPlaceholders("Work { as agreed } {}", march)).toBe("Work { as agreed } {}");
});

test("another word in braces is found", () => {
	expect(unknownPlaceholder("Support in {monht} and {yaer}")).toBe("{monht}");
	expect(unknownPlaceholder("{Month}")).toBe("{Month}");
	expect(unknownPlaceholder("{toString}")).toBe("{toString}");
	expect(unknownPlaceholder("{month}, {period}, {n}, { n }")).toBeUndefined();
});
