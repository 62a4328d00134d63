import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BusyCalendar, busyCalendars } from "#tests/busy-calendars.ts";
import { readBusySpans } from "./busy-spans.ts";
import { CalendarProblem } from "./calendar-problem.ts";

const machineZone = process.env.TZ;
afterAll(() => {
	if (machineZone === undefined) delete process.env.TZ;
	else process.env.TZ = machineZone;
});

function read({ file, from = "2026-03-02T00:00", until = "2026-06-01T00:00", timeZone }: BusyCalendar) {
	return readBusySpans(Buffer.from(file), {
		from: Date.parse(`${from}Z`),
		until: Date.parse(`${until}Z`),
		timeZone: timeZone ?? "America/New_York",
		address: "anna@firm.example",
		domains: ["firm.example", "old-firm.example"],
	});
}

const written = ({ starts, ends }: { starts: number; ends: number }) =>
	[starts, ends].map((moment) => new Date(moment).toISOString().replace(/:00\.000Z$/, "")).join("/");

describe.each(["UTC", "America/New_York", "Pacific/Auckland"])("on a machine in %s", (zone) => {
	beforeAll(() => {
		process.env.TZ = zone;
	});
	test.each(busyCalendars)("$name", (calendar) => {
		if ("problem" in calendar.busy) {
			expect(() => read(calendar)).toThrow(CalendarProblem);
			expect(() => read(calendar)).toThrow(calendar.busy.problem);
			return;
		}
		const { spans, unreadable } = read(calendar);
		const busy = spans.map(written);
		if (Array.isArray(calendar.busy)) expect(busy).toEqual(calendar.busy);
		else expect({ count: busy.length, first: busy[0], last: busy.at(-1) }).toEqual(calendar.busy);
		expect(unreadable).toBe(calendar.unreadable ?? 0);
	});
});
