import { addDays } from "date-fns/addDays";
import { addMonths } from "date-fns/addMonths";
import { format } from "date-fns/format";

/** How often something recurs, in months. */
const months = { monthly: 1, quarterly: 3, yearly: 12 } as const;
export type Frequency = keyof typeof months;
export const frequencies = ["monthly", "quarterly", "yearly"] as const satisfies Frequency[];

export type Schedule = {
	frequency: Frequency;
	/** The anchor: occurrence 1 is on this day. */
	starts_on: string;
	/** No occurrence is after it. */
	ends_on: string | null;
};

/** Days as 'yyyy-MM-dd'. */
export type Occurrence = {
	n: number;
	day: string;
	/** The day before the next one. */
	last: string;
};

/** Noon of the machine's own zone, where no change of its clocks reaches another day. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`);

/** Counted from the anchor and not from the date before: after February 28, a retainer of the 31st is on March 31. */
const dateOfNumber = ({ starts_on, frequency }: Schedule, n: number) =>
	addMonths(dateOf(starts_on), (n - 1) * months[frequency]);

/** The occurrences from a number on, oldest first: those up to a day, or so many. */
export function occurrencesFrom(
	schedule: Schedule,
	from: number,
	limit: { until: string } | { most: number },
): Occurrence[] {
	const found: Occurrence[] = [];
	for (let n = from; !("most" in limit && found.length === limit.most); n++) {
		const day = format(dateOfNumber(schedule, n), "yyyy-MM-dd");
		if (("until" in limit && day > limit.until) || (schedule.ends_on && day > schedule.ends_on)) break;
		found.push({ n, day, last: format(addDays(dateOfNumber(schedule, n + 1), -1), "yyyy-MM-dd") });
	}
	return found;
}

/** 'Mar 1 – Mar 31, 2026'; with both years where they differ. */
function writePeriod({ day, last }: Occurrence): string {
	const isOneYear = day.slice(0, 4) === last.slice(0, 4);
	return `${format(dateOf(day), isOneYear ? "MMM d" : "MMM d, yyyy")} – ${format(dateOf(last), "MMM d, yyyy")}`;
}

/** What a text may say differently in each occurrence. */
const placeholders: Record<string, (occurrence: Occurrence) => string> = {
	"{month}": ({ day }) => format(dateOf(day), "MMMM yyyy"),
	"{period}": writePeriod,
	"{n}": ({ n }) => String(n),
};

const word = /\{[\p{L}\p{N}_-]+\}/gu;

export const fillPlaceholders = (text: string, occurrence: Occurrence): string =>
	text.replace(word, (name) => placeholders[name]?.(occurrence) ?? name);

/** The first word in braces that stands for nothing. */
export const unknownPlaceholder = (text: string): string | undefined =>
	text.match(word)?.find((name) => !Object.hasOwn(placeholders, name));
