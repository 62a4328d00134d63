const pattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * The moment that someone writes by the clock on the firm's wall ('2026-11-22 14:05', with seconds if need be), or with an
 * offset from UTC ('2026-11-22T14:05:00-05:00', '…Z'), or a sentence that says why there is none.
 */
export function parseMoment(timeZone: string, text: string): Date | { problem: string } {
	const [, day = "", time = "", seconds = "00", offset] = text.trim().match(pattern) ?? [];
	const wall = `${day}T${time}:${seconds}`;
	const asUtc = new Date(`${wall}Z`);
	// Also of a day that its month does not have, which Date takes for one of the next month.
	if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(`${day}T${time}`)) {
		return {
			problem: `"${text}" isn't a valid time. Write it as "2026-11-22 14:05" (the time in ${timeZone}) or, with an offset, as 2026-11-22T14:05:00Z.`,
		};
	}
	if (offset) return new Date(`${wall}${offset}`);
	const [moment, again] = momentsOf(timeZone, asUtc);
	if (!moment) {
		return { problem: `There was no ${time} on ${day} in ${timeZone}, because clocks moved forward past it.` };
	}
	if (!again) return moment;
	const choices = [moment, again].map((at) => `${wall}${offsetAt(timeZone, at)}`).join(" (the first) or ");
	return { problem: `${time} came twice on ${day} in ${timeZone}, because clocks were set back. Write ${choices}.` };
}

/** All moments at which the clocks show this, earliest first: one, none, or two. */
function momentsOf(timeZone: string, asUtc: Date): Date[] {
	const dayMs = 24 * 60 * 60_000;
	// No zone changes its clocks twice within two days.
	const offsets = [-dayMs, dayMs].map((ms) => offsetAt(timeZone, new Date(asUtc.getTime() + ms)));
	return [...new Set(offsets)]
		.map((offset) => ({ offset, at: new Date(asUtc.toISOString().replace("Z", offset)) }))
		.filter(({ offset, at }) => offsetAt(timeZone, at) === offset)
		.map(({ at }) => at)
		.sort((a, b) => a.getTime() - b.getTime());
}

/** '-05:00', as ISO 8601 writes it. */
function offsetAt(timeZone: string, at: Date): string {
	const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
	const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
	return name.replace("GMT", "") || "+00:00";
}
