import { dayMs } from "#lib/time/zone-clock.ts";
import type { Rule } from "./recurrence.ts";

/** A time as it is written. The wall is in milliseconds, as if it were in UTC. */
export type Written = { kind: "date" | "utc" | "local"; wall: number; zone?: string | undefined };

/** How long something lasts: days of a calendar, which may have other hours than 24, then exactly so long. */
export type Length = { days: number; ms: number };

class Unreadable extends Error {}

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/;

/** @throws for what is no date, or no time of one */
export function readWritten(value: unknown, zone?: string): Written {
	// The library writes so a date that doesn't say that it is one.
	const text = String(value).replace(/T::$/, "");
	const [, year, month, date, hour, minute, second, z] = pattern.exec(text) ?? [];
	const at = new Date(0);
	at.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
	const seconds = (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Math.min(59, Number(second ?? 0));
	const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60;
	if (!isTime || at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(date)) throw new Unreadable(text);
	const wall = at.getTime() + seconds * 1000;
	if (hour === undefined) return { kind: "date", wall };
	return z ? { kind: "utc", wall } : { kind: "local", wall, zone };
}

const durationPattern = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** @throws for what is no duration */
export function readDuration(value: unknown): Length {
	const found = durationPattern.exec(String(value));
	if (!found || !/\d/.test(String(value))) throw new Unreadable(String(value));
	const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((each) => Number(each ?? 0));
	const sign = found[1] === "-" ? -1 : 1;
	return { days: sign * (weeks * 7 + days), ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** Whether something lasts at all. */
export const isLasting = ({ days, ms }: Length) => days * dayMs + ms > 0;

/** An offset such as '-05:00', in milliseconds. @throws for anything else */
export function readOffset(value: unknown): number {
	const [, sign, hours, minutes, seconds] = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(value)) ?? [];
	if (!sign) throw new Unreadable(String(value));
	const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000;
	return sign === "-" ? -ms : ms;
}

const weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const;

/** A rule in the form of the library. @throws for one that says nothing */
export function readRule(value: unknown): Rule {
	const parts = value as Record<string, unknown>;
	const listOf = (name: string) => (parts[name] === undefined ? [] : [parts[name]].flat());
	const numbers = (name: string) => listOf(name).map(Number);
	const frequency = frequencies.find((each) => each === parts.freq);
	if (!frequency) throw new Unreadable("rule");
	return {
		frequency,
		interval: Math.max(1, Number(parts.interval ?? 1)),
		count: parts.count === undefined ? undefined : Number(parts.count),
		until: parts.until === undefined ? undefined : String(parts.until),
		// The library counts them from 1.
		weekStart: Number(parts.wkst ?? 2) - 1,
		months: numbers("bymonth"),
		weeks: numbers("byweekno"),
		yearDays: numbers("byyearday"),
		monthDays: numbers("bymonthday"),
		weekdays: listOf("byday").map((each) => {
			const [, place, name = ""] = /^([+-]?\d+)?(\w\w)$/.exec(String(each)) ?? [];
			if (!weekdayNames.includes(name)) throw new Unreadable("rule");
			return { place: Number(place ?? 0), weekday: weekdayNames.indexOf(name) };
		}),
		hours: numbers("byhour"),
		minutes: numbers("byminute"),
		seconds: numbers("bysecond"),
		positions: numbers("bysetpos"),
	};
}
