import { expect, test } from "vitest";
import { site } from "#site.config.ts";
import { firmFacts } from "./firm-facts.ts";

test("the days of invoices are counted in words that fit one day, several, and none", () => {
	const invoices = { ...site.invoices, dueInDays: 1, reminderDays: [-3, -1, 0, 1, 7] };
	const facts = firmFacts({ ...site, invoices });
	const factOf = (name: string) => facts.find(({ label }) => label === name)?.value;
	expect(factOf("Invoices are due")).toBe("After 1 day");
	expect(factOf("Automatic reminders")?.split("\n")).toEqual([
		"3 days before the due date",
		"1 day before the due date",
		"On the due date",
		"1 day after the due date",
		"7 days after the due date",
	]);
});
