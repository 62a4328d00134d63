/** How pressing a row is: the colour of its bar and tint. */
export type Urgency = "red" | "yellow" | "green" | "blue";

const hourMs = 3_600_000;

/** Limits in hours; a row is past a limit when it is older, not when it is exactly as old. */
export function urgencyByAge(
	createdAt: string,
	now: number,
	limits: { yellow: number; red: number; otherwise: Urgency },
): Urgency {
	const hours = (now - Date.parse(createdAt)) / hourMs;
	if (hours > limits.red) return "red";
	if (hours > limits.yellow) return "yellow";
	return limits.otherwise;
}
