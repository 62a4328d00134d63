/** 'Monday, November 23, at 8:00 AM EST': as the firm's clocks say it, with the zone for whoever lives by others. */
export function formatFirmMoment({ timeZone, locale }: { timeZone: string; locale: string }, at: Date): string {
	const say = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);
	const day = say({ weekday: "long", month: "long", day: "numeric" });
	// ICU sets a narrow space before AM and PM, which some mail programs show as a box.
	const time = say({ hour: "numeric", minute: "2-digit", timeZoneName: "short" }).replace(/\s/g, " ");
	return `${day}, at ${time}`;
}
