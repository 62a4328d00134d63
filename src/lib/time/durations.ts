const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** '4 min', '3 h 20 min', '2 d 5 h': the two largest units, rounded down. */
export function formatDuration(ms: number): string {
	if (ms < minuteMs) return "under 1 min";
	const units = [
		[Math.floor(ms / dayMs), "d"],
		[Math.floor((ms % dayMs) / hourMs), "h"],
		[Math.floor((ms % hourMs) / minuteMs), "min"],
	] as const;
	const first = units.findIndex(([count]) => count > 0);
	return units
		.slice(first, first + 2)
		.filter(([count]) => count > 0)
		.map(([count, unit]) => `${count} ${unit}`)
		.join(" ");
}
