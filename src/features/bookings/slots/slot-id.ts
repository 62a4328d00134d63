/** A start in UTC, exactly `YYYY-MM-DDTHH:MM:00Z`; the years 0001 to 9999. */
const pattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:00Z$/;

/** The moment of a slot id, in milliseconds; undefined for any other text, February 30 included. */
export function parseSlotId(text: string): number | undefined {
	if (!pattern.test(text)) return undefined;
	const moment = Date.parse(text);
	// Date.parse carries the 31st of a shorter month over into the next one.
	return Number.isNaN(moment) || slotId(moment) !== text ? undefined : moment;
}

export const slotId = (moment: number | Date) => new Date(moment).toISOString().replace(/:\d\d\.\d+Z$/, ":00Z");
