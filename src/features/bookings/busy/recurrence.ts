import { dayMs } from "#lib/time/zone-clock.ts";

/** A rule of RFC 5545, 3.3.10. Parts that it doesn't have are empty lists. */
export type Rule = {
	frequency: "YEARLY" | "MONTHLY" | "WEEKLY" | "DAILY" | "HOURLY" | "MINUTELY" | "SECONDLY";
	interval: number;
	count?: number | undefined;
	/** As written. Only the one who knows the zone can compare it. */
	until?: string | undefined;
	/** 0 is Sunday. */
	weekStart: number;
	months: number[];
	weeks: number[];
	yearDays: number[];
	monthDays: number[];
	/** 0 as the place is every one. */
	weekdays: { place: number; weekday: number }[];
	hours: number[];
	minutes: number[];
	seconds: number[];
	positions: number[];
};

const units = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 };
const unitOf = ({ frequency }: Rule) => (frequency in units ? units[frequency as keyof typeof units] : undefined);

/** The number of a day since 1970. Unlike Date.UTC, it takes the years up to 99 for what they are. */
const dayOf = (year: number, month: number, date = 1) => new Date(0).setUTCFullYear(year, month, date) / dayMs;
/** January 1, 1970, was a Thursday. */
const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7;

/** Numbers of the periods that INTERVAL counts, and when each begins. */
function periodsOf(rule: Rule): { at(wall: number): number; begin(period: number): number } {
	const unit = unitOf(rule) ?? dayMs;
	const fieldsOf = (wall: number) => new Date(wall);
	switch (rule.frequency) {
		case "YEARLY":
			return { at: (wall) => fieldsOf(wall).getUTCFullYear(), begin: (year) => dayOf(year, 0) * dayMs };
		case "MONTHLY":
			return {
				at: (wall) => fieldsOf(wall).getUTCFullYear() * 12 + fieldsOf(wall).getUTCMonth(),
				begin: (month) => dayOf(Math.floor(month / 12), month % 12) * dayMs,
			};
		case "WEEKLY":
			return {
				at: (wall) => Math.floor((Math.floor(wall / dayMs) + 4 - rule.weekStart) / 7),
				begin: (week) => (week * 7 - 4 + rule.weekStart) * dayMs,
			};
		default:
			return { at: (wall) => Math.floor(wall / unit), begin: (period) => period * unit };
	}
}

/** Whether a number is in a list that counts from the end where it is negative. */
const isAmong = (list: number[], number: number, last: number) =>
	list.length === 0 || list.some((each) => number === (each < 0 ? last + 1 + each : each));

/** The number of a day's week and of the last week of that year. Week 1 is the first that has four days in its year. */
function weekOf(day: number, weekStart: number) {
	const startOf = (each: number) => each - ((weekdayOf(each) - weekStart + 7) % 7);
	const start = startOf(day);
	const year = new Date((start + 3) * dayMs).getUTCFullYear();
	const first = startOf(dayOf(year, 0, 4));
	return { number: (start - first) / 7 + 1, last: (startOf(dayOf(year + 1, 0, 4)) - first) / 7 };
}

/** Gives the parts that a rule leaves to its start. */
function withDefaults(rule: Rule, start: number): Rule {
	const { frequency, monthDays, months, weekdays, weeks, yearDays } = rule;
	if (monthDays.length + weekdays.length + yearDays.length > 0) return rule;
	const at = new Date(start);
	const itsWeekday = [{ place: 0, weekday: at.getUTCDay() }];
	if (frequency === "WEEKLY" || weeks.length > 0) return { ...rule, weekdays: itsWeekday };
	if (frequency === "MONTHLY") return { ...rule, monthDays: [at.getUTCDate()] };
	if (frequency !== "YEARLY") return rule;
	return {
		...rule,
		monthDays: [at.getUTCDate()],
		months: months.length > 0 ? months : [at.getUTCMonth() + 1],
	};
}

/** Whether all parts of a rule that concern days allow this one. */
function allowsDay(rule: Rule, day: number): boolean {
	const weekday = weekdayOf(day);
	const itsWeekdays = rule.weekdays.filter((each) => each.weekday === weekday);
	if (rule.weekdays.length > 0 && itsWeekdays.length === 0) return false;
	const at = new Date(day * dayMs);
	const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
	if (!isAmong(rule.months, month + 1, 12)) return false;
	const daysOfMonth = dayOf(year, month + 1) - dayOf(year, month);
	if (!isAmong(rule.monthDays, date, daysOfMonth)) return false;
	const [yearDay, daysOfYear] = [day - dayOf(year, 0) + 1, dayOf(year + 1, 0) - dayOf(year, 0)];
	if (!isAmong(rule.yearDays, yearDay, daysOfYear)) return false;
	if (rule.weeks.length > 0) {
		const week = weekOf(day, rule.weekStart);
		if (!isAmong(rule.weeks, week.number, week.last)) return false;
	}
	if (itsWeekdays.length === 0) return true;
	const inMonth = rule.frequency === "MONTHLY" || (rule.frequency === "YEARLY" && rule.months.length > 0);
	const counts = inMonth || (rule.frequency === "YEARLY" && rule.weeks.length === 0);
	const [number, last] = inMonth ? [date, daysOfMonth] : [yearDay, daysOfYear];
	return itsWeekdays.some(
		({ place }) =>
			place === 0 || !counts || place === (place > 0 ? Math.ceil(number / 7) : -Math.ceil((last - number + 1) / 7)),
	);
}

/**
 * The wall times of a series between two others, ascending, as RFC 5545, 3.3.10 says. A start that its rule doesn't allow is
 * none of them. Tries day by day what the rule allows, which is slow for what no one writes, and right for everything;
 * the process that does it has a limit.
 */
export function* recur(given: Rule, start: number, { from, to }: { from: number; to: number }): Generator<number> {
	const rule = withDefaults(given, start);
	const { interval, positions } = rule;
	const periods = periodsOf(rule);
	const unit = unitOf(rule);
	const at = new Date(start);
	const origin = periods.at(start);
	const startAfter = (wall: number) => origin + Math.ceil((periods.at(wall) - origin) / interval) * interval;
	const listed = (list: number[], usual: number) => (list.length > 0 ? list : [usual]);
	// A rule that counts has to be followed from its start.
	let period = rule.count === undefined && from > start ? Math.max(origin, startAfter(from) - interval) : origin;
	for (let left = rule.count ?? Number.POSITIVE_INFINITY; left > 0; period += interval) {
		const begin = periods.begin(period);
		// Also for a year that no date can have.
		if (!(begin <= to)) return;
		const firstDay = Math.floor(begin / dayMs);
		if (unit && !allowsDay(rule, firstDay)) {
			period = startAfter((firstDay + 1) * dayMs) - interval;
			continue;
		}
		const inPeriod = new Date(begin);
		const hours = unit ? [inPeriod.getUTCHours()] : listed(rule.hours, at.getUTCHours());
		const minutes = unit && unit < units.HOURLY ? [inPeriod.getUTCMinutes()] : listed(rule.minutes, at.getUTCMinutes());
		const seconds = unit === units.SECONDLY ? [inPeriod.getUTCSeconds()] : listed(rule.seconds, at.getUTCSeconds());
		const isAllowed = (list: number[], values: number[]) => values.filter((value) => isAmong(list, value, 60));
		const times = isAllowed(rule.hours, hours).flatMap((hour) =>
			isAllowed(rule.minutes, minutes).flatMap((minute) =>
				isAllowed(rule.seconds, seconds).map((second) => ((hour * 60 + minute) * 60 + second) * 1000),
			),
		);
		const set: number[] = [];
		const lastDay = unit ? firstDay : periods.begin(period + 1) / dayMs - 1;
		for (let day = firstDay; day <= lastDay; day++) {
			if (unit || allowsDay(rule, day)) set.push(...times.map((time) => day * dayMs + time));
		}
		set.sort((a, b) => a - b);
		const chosen = positions.flatMap((position) => set.at(position > 0 ? position - 1 : position) ?? []);
		for (const wall of positions.length > 0 ? [...new Set(chosen)].sort((a, b) => a - b) : set) {
			if (wall < start || left <= 0) continue;
			left -= 1;
			if (wall > to) return;
			if (wall >= from) yield wall;
		}
	}
}
