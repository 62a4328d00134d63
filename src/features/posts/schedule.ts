import { format } from "date-fns/format";
import { isSameYear } from "date-fns/isSameYear";

/** 'Dec 24, 9:00 AM': when a post goes live, in the reader's own time zone. */
export const writeAhead = (moment: string, now: number): string =>
	format(moment, isSameYear(moment, now) ? "MMM d, h:mm a" : "MMM d, yyyy, h:mm a");
