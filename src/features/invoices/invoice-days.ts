import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns/addDays";
import { format } from "date-fns/format";
import { site } from "#site.config.ts";

/** Today's date for the firm at this moment, as 'yyyy-MM-dd'. */
export const firmDay = (moment: Date) => format(new TZDate(moment.getTime(), site.timeZone), "yyyy-MM-dd");

/** The date this many days later. */
export function daysAfter(day: string, days: number): string {
	return format(addDays(new TZDate(`${day}T12:00:00Z`, "UTC"), days), "yyyy-MM-dd");
}

export const defaultDueDate = (now: Date) => daysAfter(firmDay(now), site.invoices.dueInDays);

/** 'November 5, 2026' from '2026-11-05', for sentences and for the document. */
export const writeInvoiceDay = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMMM d, yyyy");

/** 'Nov 05, 2026' from '2026-11-05', for lists (specification 9). */
export const formatInvoiceDay = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMM dd, yyyy");
