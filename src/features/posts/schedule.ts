import { format } from "date-fns/format";
import { isSameYear } from "date-fns/isSameYear";

/** 'Dec 24, 9:00 AM': when a post goes live, in the time of whoever reads it. */
export const writeAhead = (moment: string, now: number): string =>
	format(moment, isSameYear(moment, now) ? "MMM d, h:mm a" : "MMM d, yyyy, h:mm a");
