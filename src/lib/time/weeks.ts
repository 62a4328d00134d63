import { TZDate } from "@date-fns/tz";
import { addWeeks } from "date-fns/addWeeks";
import { startOfWeek } from "date-fns/startOfWeek";

/** How far back the back office's small charts look. */
const shownWeeks = 12;

/**
 * The first moments of the weeks that end with the week of `now`, oldest first. A week begins on Monday at 0:00 in the
 * time zone, so a week with a clock change is an hour longer or shorter.
 */
export function lastWeeks(now: Date, timeZone: string, count = shownWeeks): Date[] {
	const thisWeek = startOfWeek(new TZDate(now.getTime(), timeZone), { weekStartsOn: 1 });
	return Array.from({ length: count }, (_, index) => new Date(addWeeks(thisWeek, index + 1 - count).getTime()));
}

/** The index of the week that contains a moment, from 0; -1 if it is before the first. */
export const weekOf = (weeks: readonly Date[], moment: Date): number => weeks.findLastIndex((week) => week <= moment);
