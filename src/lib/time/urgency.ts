/** How urgent a row is: it decides the color of the row's bar and tint. */
export type Urgency = "red" | "yellow" | "green" | "blue";

const hourMs = 3_600_000;

/** Limits in hours. A row exceeds a limit when it is older, not when it is exactly as old. */
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
