import type { ServiceType } from "#features/bookings/service-types.ts";
import { dayMs, dayOfWall, readWall, startOfDay, wallOfDay } from "#lib/time/zone-clock.ts";

type Written = {
	service_type: ServiceType;
	preferred_date: string | null;
	preferred_time: string | null;
	blocked_until_date?: string | null | undefined;
	blocked_until_time?: string | null | undefined;
};

/** When a booking begins and ends that someone has written so, by the firm's clocks; null for one without a time. */
export function callRange(
	{ service_type, preferred_date, preferred_time, blocked_until_date, blocked_until_time }: Written,
	lengthMinutes: number,
	timeZone: string,
): { start: Date; end: Date } | null {
	if (!preferred_date) return null;
	const after = (start: Date) => new Date(start.getTime() + lengthMinutes * 60_000);
	if (service_type !== "Blocked Time") {
		if (!preferred_time) return null;
		const start = readWall(timeZone, preferred_date, preferred_time);
		return { start, end: after(start) };
	}
	const endOf = (day: string) => startOfDay(timeZone, dayOfWall(wallOfDay(day) + dayMs));
	const start = preferred_time
		? readWall(timeZone, preferred_date, preferred_time)
		: startOfDay(timeZone, preferred_date);
	if (blocked_until_time) {
		return { start, end: readWall(timeZone, blocked_until_date ?? preferred_date, blocked_until_time) };
	}
	if (blocked_until_date) return { start, end: endOf(blocked_until_date) };
	return { start, end: preferred_time ? after(start) : endOf(preferred_date) };
}

/** Whether it takes time from others; a date alone does only if it is blocked. */
export function takesTime({ service_type, preferred_date, preferred_time }: Written): boolean {
	return preferred_date !== null && (preferred_time !== null || service_type === "Blocked Time");
}

export const longestBlockMs = 366 * dayMs;
