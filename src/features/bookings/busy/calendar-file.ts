import iCalendar from "ical.js";
import { CalendarProblem } from "./calendar-problem.ts";

/** A component of a calendar, with those of its lines that say when, and those inside it that may. */
export type Component = {
	name: string;
	lines: string[];
	children: Component[];
	/** It has no end. */
	isCutOff: boolean;
};

/** One value of a line, with its parameters by their names in lower case. Its form depends on `type`. */
export type Property = { name: string; parameters: Record<string, string>; type: string; values: unknown[] };

/** Nothing else is looked at, so that no title or text can make an event unreadable. */
const kept = new Set(
	`BEGIN END UID SEQUENCE DTSTAMP DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP
	X-MICROSOFT-CDO-BUSYSTATUS ATTENDEE FREEBUSY TZID TZOFFSETFROM TZOFFSETTO X-WR-TIMEZONE X-WR-CALNAME`.split(/\s+/),
);

const notCalendar = () =>
	new CalendarProblem("What this address opens isn't a calendar. Copy the secret address in iCal format.");
const cutOff = () => new CalendarProblem("The calendar was cut off: its end is missing.");

/** The calendars of a file. @throws {CalendarProblem} when there is none, or one without its end */
export function readCalendarFile(octets: Uint8Array): Component[] {
	// Lines may be folded within a character, so they are put together first and decoded after that.
	const lines = Buffer.from(octets)
		.toString("latin1")
		.replace(/\r?\n[ \t]/g, "")
		.split(/\r?\n/);
	const calendars: Component[] = [];
	const open: Component[] = [];
	for (const raw of lines) {
		const line = raw.startsWith("\xEF\xBB\xBF") ? raw.slice(3) : raw;
		const name = /^[\w-]+/.exec(line)?.[0].toUpperCase() ?? "";
		if (!kept.has(name)) continue;
		const value = line.slice(name.length + 1).trim();
		const inside = open.at(-1);
		if (name === "BEGIN") begin(value.toUpperCase());
		else if (name === "END") end(value.toUpperCase());
		else inside?.lines.push(Buffer.from(line.trimEnd(), "latin1").toString("utf8"));
	}
	if (open.some(({ name }) => name === "VCALENDAR")) throw cutOff();
	if (calendars.length === 0) throw notCalendar();
	return calendars;

	function begin(name: string): void {
		if (name === "VCALENDAR" && open.length > 0) throw cutOff();
		// An event that begins within another one ends it.
		if (name === "VEVENT" && open.at(-1)?.name === name) close(open.pop(), true);
		open.push({ name, lines: [], children: [], isCutOff: false });
	}

	function end(name: string): void {
		const index = open.findLastIndex((each) => each.name === name);
		if (index < 0) return;
		while (open.length > index + 1) close(open.pop(), true);
		close(open.pop(), false);
	}

	function close(component: Component | undefined, isCutOff: boolean): void {
		if (!component) return;
		component.isCutOff = isCutOff;
		if (component.name === "VCALENDAR") calendars.push(component);
		else open.at(-1)?.children.push(component);
	}
}

/** The lines of a component, as the library reads them. @throws on what it can't read */
export function propertiesOf({ lines }: Component): Property[] {
	// The library wants the names within a rule in capitals, and knows one way to write each value.
	const clean = lines.map((line) => (/^RRULE/i.test(line) ? line.toUpperCase() : line));
	const [, properties] = iCalendar.parse(["BEGIN:X", ...clean, "END:X"].join("\r\n")) as [
		string,
		[string, Record<string, string>, string, ...unknown[]][],
	];
	return properties.map(([name, parameters, type, ...values]) => ({ name, parameters, type, values }));
}
