import { createHash } from "node:crypto";
import { dayMs } from "#lib/time/zone-clock.ts";
import { type Component, type Property, propertiesOf, readCalendarFile } from "./calendar-file.ts";
import { CalendarProblem } from "./calendar-problem.ts";
import { isLasting, type Length, readDuration, readRule, readWritten, type Written } from "./calendar-values.ts";
import { createZones, dayClock, utcClock, type WallClock } from "./calendar-zones.ts";
import { type Rule, recur } from "./recurrence.ts";

/** What is asked of a calendar: what of its owner's time is taken between two moments, in milliseconds. */
export type Asking = {
	from: number;
	until: number;
	/** The firm's, in which days of all-day events are read, and times without a zone. */
	timeZone: string;
	/** The account's: events that this address has declined are free. */
	address: string;
	/** Of the emails about calls, in lower case: calls of the firm itself are not busy. */
	domains: string[];
};

/** Half-open, in milliseconds, with a hash of the event's id. */
type BusySpan = { starts: number; ends: number; hash: string };
export type BusySpans = { spans: BusySpan[]; events: number; unreadable: number };

const mostSpans = 5_000;

/** Far enough from the window that no zone, however it is read, moves a time into it. */
const marginMs = 3 * dayMs;

type Event = {
	uid: string;
	/** The higher of two versions counts. */
	rank: [number, number];
	/** Which one of a series it replaces. */
	replaces: Written | undefined;
	andFuture: boolean;
	start: Written;
	clock: WallClock;
	length: Length;
	rules: Rule[];
	extras: { start: Written; length: Length }[];
	excluded: Written[];
	isFree: boolean;
};

/** The busy times of a file (contracts: busy-times 3). @throws {CalendarProblem} when it can't be read */
export function readBusySpans(octets: Uint8Array, asking: Asking): BusySpans {
	const spans: BusySpan[] = [];
	let events = 0;
	let unreadable = 0;
	const add = (starts: number, ends: number, uid: string) => {
		if (ends <= asking.from || starts >= asking.until || ends <= starts) return;
		const hash = createHash("sha256").update(uid).digest("hex").slice(0, 32);
		spans.push({ starts, ends: Math.min(ends, asking.until), hash });
		if (spans.length > mostSpans) {
			throw new CalendarProblem(`The calendar has more than ${mostSpans.toLocaleString("en-US")} busy times ahead.`);
		}
	};
	for (const calendar of readCalendarFile(octets)) {
		const reader = createReader(calendar, asking);
		const byId = new Map<string, Event[]>();
		for (const [index, child] of calendar.children.entries()) {
			try {
				if (child.name === "VFREEBUSY") for (const [starts, ends, uid] of reader.periods(child)) add(starts, ends, uid);
				if (child.name !== "VEVENT") continue;
				const event = reader.event(child, `${index}`);
				events += 1;
				byId.set(event.uid, [...(byId.get(event.uid) ?? []), event]);
			} catch (error) {
				if (error instanceof CalendarProblem) throw error;
				unreadable += 1;
			}
		}
		for (const [uid, versions] of byId) {
			if (isOwnCall(uid, asking.domains)) continue;
			for (const [starts, ends] of timesOf(versions, reader, asking)) add(starts, ends, uid);
		}
	}
	return { spans: spans.sort((a, b) => a.starts - b.starts || a.ends - b.ends), events, unreadable };
}

/** Whether an event is one of ours, which takes its time already (contracts: slots 10). */
function isOwnCall(uid: string, domains: string[]): boolean {
	const [, domain] = /^booking-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}@(.+)$/i.exec(uid) ?? [];
	return domain !== undefined && domains.includes(domain.toLowerCase());
}

type Reader = ReturnType<typeof createReader>;

/** Reads what stands in one calendar of a file. */
function createReader(calendar: Component, { address, timeZone, until }: Asking) {
	const own = (name: string) => {
		const line = calendar.lines.find((each) => each.toUpperCase().startsWith(`${name}:`));
		return line?.slice(name.length + 1).trim() || undefined;
	};
	const zones = createZones(calendar, own("X-WR-TIMEZONE"), timeZone, until);
	const days = dayClock(timeZone);
	const addresses = new Set([address, own("X-WR-CALNAME") ?? ""].map((each) => each.trim().toLowerCase()));

	const clockFor = ({ kind, zone }: Written) => (kind === "utc" ? utcClock : kind === "date" ? days : zones(zone));
	const read = (written: Written) => clockFor(written).read(written.wall);
	const writtenOf = ({ parameters, values }: Property) => values.map((each) => readWritten(each, parameters.tzid));

	/** From a start to an end that is written. All-day events go by days, and their end is a day that they don't have. */
	function lengthBetween(start: Written, end: Written): Length {
		if (start.kind !== "date" || end.kind !== "date") return { days: 0, ms: read(end) - read(start) };
		return { days: end.wall === start.wall ? 1 : (end.wall - start.wall) / dayMs, ms: 0 };
	}

	function periodOf(value: unknown, zone: string | undefined): { start: Written; length: Length } {
		const [from, to] = [value].flat();
		const start = readWritten(from, zone);
		const isLength = /^[+-]?P/.test(String(to));
		return { start, length: isLength ? readDuration(to) : lengthBetween(start, readWritten(to, zone)) };
	}

	return {
		clockFor,
		read,
		/** When an instance ends that begins then. */
		endOf: (clock: WallClock, wall: number, { days: count, ms }: Length) => clock.read(wall + count * dayMs) + ms,

		event(component: Component, place: string): Event {
			if (component.isCutOff) throw new Error("cut off");
			const properties = propertiesOf(component);
			const all = (name: string) => properties.filter((each) => each.name === name);
			const [startLine] = all("dtstart");
			const [start] = startLine ? writtenOf(startLine) : [];
			if (!start) throw new Error("no start");
			const text = (name: string) => String(all(name)[0]?.values[0] ?? "").trim();
			const [end] = all("dtend").flatMap(writtenOf);
			const duration = all("duration")[0]?.values[0];
			const untold: Length = { days: start.kind === "date" ? 1 : 0, ms: 0 };
			const length = end ? lengthBetween(start, end) : duration === undefined ? untold : readDuration(duration);
			const [replaces] = all("recurrence-id").flatMap(writtenOf);
			const [stamp] = all("dtstamp").flatMap(writtenOf);
			const declines = all("attendee").some(({ parameters, values }) => {
				const named = [String(values[0]).replace(/^mailto:/i, ""), parameters.email ?? ""];
				const isDeclined = parameters.partstat?.toUpperCase() === "DECLINED";
				return isDeclined && named.some((each) => each !== "" && addresses.has(each.toLowerCase()));
			});
			return {
				// One without an id stands by itself.
				uid: text("uid") || `:${place}`,
				rank: [Number(text("sequence") || 0), stamp?.wall ?? 0],
				replaces,
				andFuture: all("recurrence-id")[0]?.parameters.range?.toUpperCase() === "THISANDFUTURE",
				start,
				clock: clockFor(start),
				length,
				rules: all("rrule").flatMap(({ values }) => values.map(readRule)),
				extras: all("rdate").flatMap(({ type, parameters, values }) =>
					values.map((each) =>
						type === "period"
							? periodOf(each, parameters.tzid)
							: { start: onDay(readWritten(each, parameters.tzid), start), length },
					),
				),
				excluded: all("exdate").flatMap(writtenOf),
				isFree:
					declines ||
					/^CANCELLED$/i.test(text("status")) ||
					/^TRANSPARENT$/i.test(text("transp")) ||
					/^(?:FREE|WORKINGELSEWHERE)$/i.test(text("x-microsoft-cdo-busystatus")),
			};
		},

		/** What a person publishes without saying what it is. */
		periods(component: Component): [number, number, string][] {
			if (component.isCutOff) throw new Error("cut off");
			return propertiesOf(component)
				.filter(({ name, parameters }) => name === "freebusy" && parameters.fbtype?.toUpperCase() !== "FREE")
				.flatMap(({ parameters, values }) =>
					values.map((each) => {
						const { start, length } = periodOf(each, parameters.tzid);
						const clock = clockFor(start);
						return [clock.read(start.wall), this.endOf(clock, start.wall, length), "freebusy"] as [
							number,
							number,
							string,
						];
					}),
				);
		},
	};
}

/** A date within a series of times means the usual time of that day. */
function onDay(written: Written, start: Written): Written {
	if (written.kind !== "date" || start.kind === "date") return written;
	return { ...start, wall: written.wall + (((start.wall % dayMs) + dayMs) % dayMs) };
}

/** The highest version, of two equal ones the later in the file. */
function highest(versions: Event[]): Event | undefined {
	return versions.reduce<Event | undefined>((best, each) => {
		const difference = best ? each.rank[0] - best.rank[0] || each.rank[1] - best.rank[1] : 0;
		return difference >= 0 ? each : best;
	}, undefined);
}

/** Whether a time names an instance of a series: by its moment, or, as a date, by its day in the zone of the event. */
function isSame(written: Written, series: Event, moment: number, reader: Reader): boolean {
	if (written.kind !== "date" && series.start.kind !== "date") return reader.read(written) === moment;
	return dayOf(written.wall) === dayOf(series.clock.wallOf(moment));
}
const dayOf = (wall: number) => Math.floor(wall / dayMs);

/** When one event and what has changed of its instances take time, around the window that is asked for. */
function* timesOf(versions: Event[], reader: Reader, { from, until }: Asking): Generator<[number, number]> {
	const series = highest(versions.filter(({ replaces }) => !replaces));
	const changes = [
		...Map.groupBy(
			versions.filter(({ replaces }) => replaces),
			({ replaces }) => replaces && `${replaces.kind === "date"}${reader.read(replaces)}`,
		).values(),
	].flatMap((same) => highest(same) ?? []);
	for (const { clock, isFree, length, start } of changes) {
		if (!isFree && isLasting(length)) yield [clock.read(start.wall), reader.endOf(clock, start.wall, length)];
	}
	if (!series) return;
	/** From which moment on later instances are shifted, by how much on the wall of the change. */
	const shifts = changes
		.flatMap((change) => {
			if (!change.andFuture || !change.replaces) return [];
			const moment = reader.read(change.replaces);
			return [{ change, moment, shift: change.start.wall - change.clock.wallOf(moment) }];
		})
		.sort((a, b) => a.moment - b.moment);
	const all = [series, ...shifts.map(({ change }) => change)];
	if (all.every(({ isFree, length }) => isFree || !isLasting(length))) return;
	const reach = Math.max(
		...all.map(({ length }) => length.days * dayMs + length.ms),
		...series.extras.map(({ length }) => length.days * dayMs + length.ms),
	);
	const shifted = Math.max(0, ...shifts.map(({ shift }) => Math.abs(shift)));
	const range = { from: from - reach - shifted - marginMs, to: until + shifted + marginMs };
	const isNear = ({ wall }: Written) => wall >= range.from && wall <= range.to;
	const gone = [...series.excluded, ...changes.flatMap(({ replaces }) => replaces ?? [])].filter(isNear);
	const seen = new Set<number>();
	for (const { clock, length, wall } of instancesOf(series, reader, range)) {
		const starts = clock.read(wall);
		if (seen.has(starts)) continue;
		seen.add(starts);
		if (gone.some((each) => isSame(each, series, starts, reader))) continue;
		const later = shifts.findLast(({ moment }) => moment <= starts);
		const instance = later
			? { ...later.change, wall: later.change.clock.wallOf(starts) + later.shift }
			: { isFree: series.isFree, clock, length, wall };
		if (instance.isFree || !isLasting(instance.length)) continue;
		yield [instance.clock.read(instance.wall), reader.endOf(instance.clock, instance.wall, instance.length)];
	}
}

/** The instances of a series before any of them is changed or taken out. Its extra times come first, with their own length. */
function* instancesOf(series: Event, reader: Reader, range: { from: number; to: number }) {
	const { clock, extras, length, rules, start } = series;
	for (const extra of extras) {
		if (extra.start.wall >= range.from && extra.start.wall <= range.to) {
			yield { clock: reader.clockFor(extra.start), wall: extra.start.wall, length: extra.length };
		}
	}
	if (rules.length === 0 && start.wall >= range.from && start.wall <= range.to)
		yield { clock, wall: start.wall, length };
	for (const rule of rules) {
		const last = rule.until === undefined ? Number.POSITIVE_INFINITY : lastMoment(rule.until, series, reader);
		for (const wall of recur(rule, start.wall, range)) {
			if (clock.read(wall) > last) break;
			yield { clock, wall, length };
		}
	}
}

/** Until which moment a rule goes. A date is the whole day in the zone of the event. */
function lastMoment(until: string, { clock, start }: Event, reader: Reader): number {
	const written = readWritten(until, start.zone);
	if (written.kind === "date" || start.kind === "date") return clock.read((dayOf(written.wall) + 1) * dayMs) - 1;
	return reader.read(written);
}
