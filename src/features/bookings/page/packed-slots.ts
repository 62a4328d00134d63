import type { CallSlots } from "#features/bookings/slots/call-slots.server.ts";

/** Free times as a page carries them to its script: a month of slot ids would be half a kilobyte of it, compressed. */
export type PackedSlots = {
	time_zone: string;
	/** Minutes: from 1970 to the first start, and from each start to the next. */
	steps: number[];
};

const minuteMs = 60_000;

export function packSlots({ time_zone, days }: CallSlots): PackedSlots {
	const minutes = days.flatMap(({ slots }) => slots).map((slot) => Date.parse(slot) / minuteMs);
	return { time_zone, steps: minutes.map((minute, place) => minute - (minutes[place - 1] ?? 0)) };
}

/** The slot ids, ascending. */
export function unpackSlots({ steps }: PackedSlots): string[] {
	let minute = 0;
	return steps.map((step) => {
		minute += step;
		return new Date(minute * minuteMs).toISOString().replace(".000", "");
	});
}
