type Firm = { timeZone: string; locale: string };

/** 'Monday, November 23, at 8:00 AM EST': by the firm's clocks, with the zone for readers in other time zones. */
export const formatFirmMoment = (firm: Firm, at: Date) => format(firm, at, {});

/** The same with its year, for what may lie further ahead. */
export const formatFirmMomentLong = (firm: Firm, at: Date) => format(firm, at, { year: "numeric" });

function format(firm: Firm, at: Date, year: Intl.DateTimeFormatOptions): string {
	const day = formatter(firm, { weekday: "long", month: "long", day: "numeric", ...year }).format(at);
	return `${day}, at ${formatFirmTime(firm, at)}`;
}

/** '8:00 AM EST', '8:30 AM EST'. */
export const formatFirmTime = (firm: Firm, at: Date) =>
	formatter(firm, { hour: "numeric", minute: "2-digit", timeZoneName: "short" })
		.format(at)
		// ICU sets a narrow space before AM and PM, which some mail programs show as a box.
		.replace(/\s/g, " ");

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes as long as using it a hundred times. */
function formatter({ timeZone, locale }: Firm, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = JSON.stringify([timeZone, locale, options]);
	const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
	formatters.set(key, made);
	return made;
}
