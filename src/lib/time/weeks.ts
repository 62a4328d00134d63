import { TZDate } from "@date-fns/tz";
import { addWeeks } from "date-fns/addWeeks";
import { startOfWeek } from "date-fns/startOfWeek";

/** How far back the back office's small charts look. */
const shownWeeks = 12;

/**
 * The first moments of the weeks that end with the one of `now`, oldest first. A week begins with Monday 0:00 on the
 * clocks of the time zone, so that the week in which they change has an hour more or less.
 */
export function lastWeeks(now: Date, timeZone: string, count = shownWeeks): Date[] {
	const thisWeek = startOfWeek(new TZDate(now.getTime(), timeZone), { weekStartsOn: 1 });
	return Array.from({ length: count }, (_, index) => new Date(addWeeks(thisWeek, index + 1 - count).getTime()));
}

/** In which of the weeks a moment lies, from 0; -1 before the first. */
export const weekOf = (weeks: readonly Date[], moment: Date): number => weeks.findLastIndex((week) => week <= moment);
