type Firm = { timeZone: string; locale: string };

/** 'Monday, November 23, at 8:00 AM EST': as the firm's clocks say it, with the zone for whoever lives by others. */
export const formatFirmMoment = (firm: Firm, at: Date) => format(firm, at, {});

/** The same with its year, for what may lie further ahead. */
export const formatFirmMomentLong = (firm: Firm, at: Date) => format(firm, at, { year: "numeric" });

function format({ timeZone, locale }: Firm, at: Date, year: Intl.DateTimeFormatOptions): string {
	const say = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);
	const day = say({ weekday: "long", month: "long", day: "numeric", ...year });
	// ICU sets a narrow space before AM and PM, which some mail programs show as a box.
	const time = say({ hour: "numeric", minute: "2-digit", timeZoneName: "short" }).replace(/\s/g, " ");
	return `${day}, at ${time}`;
}
