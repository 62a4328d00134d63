import { site } from "#site.config.ts";

const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(site.locale, { timeZone, ...options });
const timeFormat = inZone(site.timeZone, { hour: "numeric", minute: "2-digit" });

export const dayFormat = inZone("UTC", { weekday: "short", month: "short", day: "numeric" });
export const hourFormat = inZone("UTC", { hour: "numeric" });
export const formatTime = (iso: string) => timeFormat.format(new Date(iso));

const weekdayFormat = inZone(site.timeZone, { weekday: "long" });
const dateFormat = inZone(site.timeZone, { weekday: "long", month: "long", day: "numeric" });
const nearMs = 6 * 86_400_000;

/** 'Tuesday 2 PM'; further away 'Tuesday, December 8, 2:30 PM'. */
export function formatBusyMoment(iso: string): string {
	const time = formatTime(iso).replace(":00", "");
	const isNear = Math.abs(Date.parse(iso) - Date.now()) < nearMs;
	return isNear ? `${weekdayFormat.format(new Date(iso))} ${time}` : `${dateFormat.format(new Date(iso))}, ${time}`;
}
