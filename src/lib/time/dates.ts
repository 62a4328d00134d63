import { format } from "date-fns/format";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import { parse } from "date-fns/parse";

// Everything here uses the reader's own time zone. It is for the browser, not for server-rendered pages.

/** The age in whole units. It says '1 day ago' only for something that is over 24 hours old. */
export function relativeTime(iso: string, now: number): string {
	const elapsed = now - Date.parse(iso);
	// Also for a time that is still in the future on a slow clock.
	if (elapsed < 60_000) return "less than a minute ago";
	return formatDistanceStrict(now - elapsed, now, { addSuffix: true, roundingMethod: "floor" });
}

/** '2026-11-20T12:08:00Z' as 'Nov 20, 2026 at 12:08 PM'. */
export const formatMoment = (iso: string) => format(new Date(iso), "MMM dd, yyyy 'at' h:mm a");

/** For lists in which several entries may be of the same minute. */
export const formatMomentToSecond = (iso: string) => format(new Date(iso), "MMM dd, yyyy 'at' h:mm:ss a");

/** 'Nov 20' from '2026-11-20T12:08:00Z', where the year is plain. */
export const formatMonthDay = (iso: string) => format(new Date(iso), "MMM d");

/** '2026-11-20 12:08', which spreadsheets recognize as a time. */
export const formatForTable = (iso: string) => format(new Date(iso), "yyyy-MM-dd HH:mm");

/** 'Nov 24, 2026' from '2026-11-24', for lists. A calendar day is the same in every time zone. */
export const formatDay = (day: string) => format(parseDay(day), "MMM dd, yyyy");

/** 'November 24, 2026' from '2026-11-24', for details. */
export const formatDayLong = (day: string) => format(parseDay(day), "MMMM dd, yyyy");

/** '2:30 PM' from '14:30:00'. */
export const formatTimeOfDay = (time: string) => format(parse(time.slice(0, 5), "HH:mm", new Date(0)), "h:mm a");

const parseDay = (day: string) => parse(day, "yyyy-MM-dd", new Date(0));
