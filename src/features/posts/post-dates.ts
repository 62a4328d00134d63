import { tz } from "@date-fns/tz";
import { format } from "date-fns/format";
import { site } from "#site.config.ts";

// The server renders these for all visitors alike, in the firm's time zone, so that nothing differs after hydration.
const inFirmsTime = { in: tz(site.timeZone) };

/** 'Nov 05, 2026', for cards. */
export const formatPostDay = (date: Date) => format(date, "MMM dd, yyyy", inFirmsTime);

/** 'November 5, 2026', for the article. */
export const formatPostDayLong = (date: Date) => format(date, "MMMM d, yyyy", inFirmsTime);
