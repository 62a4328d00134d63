import { dayMs, dayOfWall, wallOfDay } from "./zone-clock.ts";

/** Whether a row still waits for its day. Days compare as text. */
export const isSnoozed = ({ snoozed_until }: { snoozed_until?: string | null }, today: string): boolean =>
	typeof snoozed_until === "string" && snoozed_until > today;

/** The days that are offered, soonest first. */
export function snoozeDays(today: string): { label: string; day: string }[] {
	const now = wallOfDay(today);
	const inDays = (days: number) => dayOfWall(now + days * dayMs);
	const untilMonday = (8 - new Date(now).getUTCDay()) % 7 || 7;
	return [
		{ label: "Tomorrow", day: inDays(1) },
		// Tomorrow is offered already.
		{ label: "Next Monday", day: inDays(untilMonday === 1 ? 8 : untilMonday) },
		{ label: "In 2 Weeks", day: inDays(14) },
	];
}
