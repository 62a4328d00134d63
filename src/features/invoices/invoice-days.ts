import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns/addDays";
import { differenceInCalendarDays } from "date-fns/differenceInCalendarDays";
import { format } from "date-fns/format";
import { site } from "#site.config.ts";

/** Today's date for the firm at this moment, as 'yyyy-MM-dd'. */
export const firmDay = (moment: Date) => format(new TZDate(moment.getTime(), site.timeZone), "yyyy-MM-dd");

/** The date this many days later. */
export function daysAfter(day: string, days: number): string {
	return format(addDays(new TZDate(`${day}T12:00:00Z`, "UTC"), days), "yyyy-MM-dd");
}

export const defaultDueDate = (now: Date) => daysAfter(firmDay(now), site.invoices.dueInDays);

/** The firm's terms for an invoice due this many days after its issue. Terms without such a period stay as they are. */
export function termsFor(issued: string, due: string): string {
	const { terms, dueInDays } = site.invoices;
	const days = differenceInCalendarDays(due, issued);
	if (days < 0) return terms;
	return terms.replace(`${dueInDays} days`, days === 1 ? "1 day" : `${days} days`);
}

/** 'November 5, 2026' from '2026-11-05', for sentences and for the document. */
export const writeInvoiceDay = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMMM d, yyyy");

/** 'Nov 5, 2026' from '2026-11-05', for payments. */
export const writeShortDay = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMM d, yyyy");

/** '3 days past due', for an invoice that was due on this day. Undefined until that is over. */
export function lateness(due: string, today: string): string | undefined {
	const days = differenceInCalendarDays(today, due);
	if (days < 1) return undefined;
	return days === 1 ? "1 day past due" : `${days} days past due`;
}

/** 'November' from '2026-11-05'. */
export const writeInvoiceMonth = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMMM");

/** 'Nov 05, 2026' from '2026-11-05', for lists (specification 9). */
export const formatInvoiceDay = (day: string) => format(new TZDate(`${day}T12:00:00Z`, "UTC"), "MMM dd, yyyy");
