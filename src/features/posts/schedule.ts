import { format } from "date-fns/format";
import { isSameYear } from "date-fns/isSameYear";
import { site } from "#site.config.ts";

/** 'Dec 24, 9:00 AM': when a post goes live, in the reader's own time zone. Where that isn't the firm's, it is named. */
export function writeAhead(moment: string, now: number): string {
	const written = format(moment, isSameYear(moment, now) ? "MMM d, h:mm a" : "MMM d, yyyy, h:mm a");
	const zone = zoneAt(moment);
	return zone === zoneAt(moment, site.timeZone) ? written : `${written} ${zone}`;
}

/** 'EST', or 'GMT+1'. */
function zoneAt(moment: string, timeZone?: string): string | undefined {
	const parts = new Intl.DateTimeFormat("en-US", {
		...(timeZone && { timeZone }),
		timeZoneName: "short",
	}).formatToParts(new Date(moment));
	return parts.find(({ type }) => type === "timeZoneName")?.value;
}
