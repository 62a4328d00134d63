import { site } from "#site.config.ts";

const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(site.locale, { timeZone, ...options });
const timeFormat = inZone(site.timeZone, { hour: "numeric", minute: "2-digit" });

export const dayFormat = inZone("UTC", { weekday: "short", month: "short", day: "numeric" });
export const hourFormat = inZone("UTC", { hour: "numeric" });
export const formatTime = (iso: string) => timeFormat.format(new Date(iso));
