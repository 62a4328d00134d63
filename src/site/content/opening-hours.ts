import type { OpeningHours } from "#lib/firm.ts";
import { dayNames } from "#lib/time/day-names.ts";
import type { Weekly } from "./fields.ts";

/** A week is written from Monday on. */
const order = [1, 2, 3, 4, 5, 6, 0];

/** The lines in which a week is written: neighboring days with the same hours share one. */
export function openingHoursOf(weekly: Weekly): OpeningHours[] {
	const runs: number[][] = [];
	for (const day of order) {
		const run = runs.at(-1);
		const before = run?.at(-1);
		if (run && before !== undefined && String(weekly[before]) === String(weekly[day])) run.push(day);
		else runs.push([day]);
	}
	return runs.map((weekdays) => {
		const [open, close] = weekly[weekdays[0] ?? 0] ?? [null, null];
		const label = open === null || close === null ? "closed" : `${clock(open)}–${clock(close)}`;
		return { days: daysText(weekdays), weekdays, label, open, close };
	});
}

function daysText(weekdays: readonly number[]): string {
	const [first = 0, last = first] = [weekdays[0], weekdays.at(-1)];
	if (first === last) return dayNames[first] ?? "";
	return `${dayNames[first]?.slice(0, 3)}–${dayNames[last]?.slice(0, 3)}`;
}

/** '8 AM', '5:30 PM', 'midnight' */
function clock(hour: number): string {
	if (hour % 24 === 0) return "midnight";
	const minutes = Math.round((hour % 1) * 60);
	const whole = Math.floor(hour);
	return `${whole % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} ${whole < 12 ? "AM" : "PM"}`;
}
