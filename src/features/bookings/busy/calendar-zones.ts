import { usableZone } from "#lib/time/visitor-zone.ts";
import { clockOf, dayMs, type Stretch, wallAt, type ZoneClock, zoneClock } from "#lib/time/zone-clock.ts";
import { type Component, propertiesOf } from "./calendar-file.ts";
import { readOffset, readRule, readWritten } from "./calendar-values.ts";
import { recur } from "./recurrence.ts";
import { zoneOfWindows } from "./windows-zones.ts";

/** What a wall means, and what it reads. */
export type WallClock = { read(wall: number): number; wallOf(moment: number): number };

export const utcClock: WallClock = { read: (wall) => wall, wallOf: (moment) => moment };

const monthMs = 31 * dayMs;

/** The clock of a zone for the month, roughly, around a wall: making one for all times takes long. */
function monthsOf(zone: string): (wall: number) => ZoneClock {
	const months = new Map<number, ZoneClock>();
	return (wall) => {
		const month = Math.floor(wall / monthMs);
		const clock = months.get(month) ?? zoneClock(zone, month * monthMs, (month + 1) * monthMs);
		months.set(month, clock);
		return clock;
	};
}

/** The clock of a zone that the runtime knows. */
function namedClock(zone: string): WallClock {
	const clockAt = monthsOf(zone);
	return { read: (wall) => clockAt(wall).read(wall), wallOf: (moment) => wallAt(zone, new Date(moment)) };
}

/** Days of the firm, from their first moment to that of the next one. */
export function dayClock(zone: string): WallClock {
	const clockAt = monthsOf(zone);
	return {
		read: (wall) => clockAt(wall).edgeOf(Math.floor(wall / dayMs) * dayMs, 0),
		wallOf: (moment) => Math.floor(wallAt(zone, new Date(moment)) / dayMs) * dayMs,
	};
}

/** The clock that a file defines for itself. Undefined for a definition that says nothing. */
function ownClock(definition: Component, until: number): WallClock | undefined {
	const changes: { moment: number; before: number; offset: number }[] = [];
	for (const observance of definition.children) {
		const properties = propertiesOf(observance);
		const first = (name: string) => properties.find((each) => each.name === name)?.values[0];
		const [before, offset] = [readOffset(first("tzoffsetfrom")), readOffset(first("tzoffsetto"))];
		const start = readWritten(first("dtstart")).wall;
		const walls = [start];
		for (const { name, values } of properties) {
			if (name === "rdate") walls.push(...values.map((each) => readWritten(each).wall));
			if (name !== "rrule") continue;
			const rule = readRule(values[0]);
			const end = rule.until === undefined ? undefined : readWritten(rule.until);
			const last = end ? end.wall + (end.kind === "utc" ? before : 0) : Number.POSITIVE_INFINITY;
			for (const wall of recur(rule, start, { from: start, to: Math.min(last, until + dayMs * 366) })) walls.push(wall);
		}
		changes.push(...walls.map((wall) => ({ moment: wall - before, before, offset })));
	}
	changes.sort((a, b) => a.moment - b.moment);
	const [earliest] = changes;
	if (!earliest) return undefined;
	const stretches: Stretch[] = [
		{ from: Number.NEGATIVE_INFINITY, to: earliest.moment, offset: earliest.before },
		...changes.map(({ moment, offset }, index) => ({
			from: moment,
			to: changes[index + 1]?.moment ?? Number.POSITIVE_INFINITY,
			offset,
		})),
	];
	const offsetAt = (moment: number) => stretches.findLast(({ from }) => from <= moment)?.offset ?? earliest.before;
	return { read: clockOf(stretches).read, wallOf: (moment) => moment + offsetAt(moment) };
}

/** The runtime's name of a zone, also where a program has put its own before it: '/example.org/2024/Europe/Paris'. */
function namedZone(name: string): string | undefined {
	const parts = name.split("/");
	const starts = name.startsWith("/") ? parts.keys().drop(1) : [0];
	for (const start of starts) {
		const candidate = parts.slice(start).join("/");
		// The runtime also takes offsets for names.
		if (/^[A-Za-z]/.test(candidate) && usableZone(candidate)) return candidate;
	}
	return undefined;
}

const named = new Map<string, WallClock>();

/** Finds the clocks of one calendar of a file by the names that its times carry. */
export function createZones(calendar: Component, own: string | undefined, firmZone: string, until: number) {
	const definitions = new Map<string, Component>();
	for (const child of calendar.children) {
		if (child.name !== "VTIMEZONE" || child.isCutOff) continue;
		const line = child.lines.find((each) => /^TZID[:;]/i.test(each));
		if (line) definitions.set(line.slice(line.indexOf(":") + 1).trim(), child);
	}
	const found = new Map<string | undefined, WallClock | undefined>();
	const clockNamed = (zone: string) => {
		const clock = named.get(zone) ?? namedClock(zone);
		named.set(zone, clock);
		return clock;
	};

	function find(name: string): WallClock | undefined {
		if (found.has(name)) return found.get(name);
		const zone = namedZone(name);
		const definition = definitions.get(name);
		const clock = zone ? clockNamed(zone) : ((definition && defined(definition)) ?? windows(name));
		found.set(name, clock);
		return clock;
	}

	function defined(definition: Component): WallClock | undefined {
		try {
			return ownClock(definition, until);
		} catch {
			return undefined;
		}
	}

	function windows(name: string): WallClock | undefined {
		const zone = zoneOfWindows(name);
		return zone === undefined ? undefined : clockNamed(zone);
	}

	const floating = (own === undefined ? undefined : find(own)) ?? clockNamed(firmZone);
	return (name: string | undefined): WallClock => (name === undefined ? undefined : find(name)) ?? floating;
}
