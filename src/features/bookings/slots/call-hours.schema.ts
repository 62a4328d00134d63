import { z } from "zod";
import { dateField, optionalLine } from "#lib/fields.ts";

const stepped = (min: number, max: number, step = 1) =>
	z
		.int({ error: `Please enter a whole number from ${min} to ${max}.` })
		.min(min, `Please enter at least ${min}.`)
		.max(max, `Please enter at most ${max}.`)
		.multipleOf(step, `Please enter a multiple of ${step}.`);

const clockTime = z
	.string({ error: "Please enter times like 08:00." })
	.regex(/^(([01]\d|2[0-3]):[0-5][05]|24:00)$/, "Please enter times like 08:00, in steps of five minutes.");

/** A time of day in minutes: '24:00' is 1440. */
export function minutesOf(time: string): number {
	const [hours = 0, minutes = 0] = time.split(":").map(Number);
	return hours * 60 + minutes;
}

const interval = z.tuple([clockTime, clockTime], { error: "Please enter a start and an end." });
export type Interval = z.infer<typeof interval>;

const mostIntervals = 6;

/** Ascending and disjoint: each begins where the one before has ended, or later. */
function areInOrder(hours: Interval[]): boolean {
	return hours.every(([open, close], place) => {
		const before = hours[place - 1]?.[1];
		return minutesOf(open) < minutesOf(close) && (before === undefined || minutesOf(before) <= minutesOf(open));
	});
}

const dayHours = z
	.array(interval, { error: "Please enter a list of hours." })
	.max(mostIntervals, `Please enter at most ${mostIntervals} periods a day.`)
	.refine(areInOrder, "Please enter periods in order. Each must end after it begins and before the next one begins.");

const specialDate = z.object({ date: dateField("Please enter a date."), hours: dayHours, note: optionalLine(200) });

/** Section 3 of the contract: when calls may be booked, and how. */
export const callHoursSchema = z.object({
	/** False: no times can be chosen online. */
	offered: z.boolean({ error: "Please choose whether to offer times." }),
	/** Sunday first. */
	weekly: z.array(dayHours, { error: "Please enter the hours of a week." }).length(7, "Please enter seven days."),
	/** In place of the week's hours; none at all is a closed day. The note is for staff. */
	dates: z
		.array(specialDate, { error: "Please enter a list of dates." })
		.max(400, "Please enter at most 400 dates.")
		.refine((dates) => new Set(dates.map(({ date }) => date)).size === dates.length, "Please enter each date once."),
	length_minutes: stepped(10, 240, 5),
	grid_minutes: stepped(5, 240, 5),
	buffer_before_minutes: stepped(0, 240, 5),
	buffer_after_minutes: stepped(0, 240, 5),
	/** The least time between booking and call. */
	notice_minutes: stepped(0, 43_200),
	/** A guest may not move a call that begins sooner. */
	change_notice_minutes: stepped(0, 10_080),
	/** The last date that can be booked is this many days after today. */
	horizon_days: stepped(1, 365),
	/** How many staff take calls. */
	calls_at_once: stepped(1, 20),
	/** Whether a guest confirms a time by a link before it is booked. */
	confirm_by_mail: z.boolean({ error: "Please choose whether to confirm by email." }),
});
export type CallHours = z.infer<typeof callHoursSchema>;

export const callHoursChangeSchema = callHoursSchema.extend({
	version: z.string("Please provide the version that you have read.").max(100),
});

/** Rule 1 for any dates, of the stored hours or of others; stores nothing. */
export const callHoursPreviewSchema = z.object({
	from: z.iso.date("Please enter a date."),
	days: z
		.int("Please enter a number of days.")
		.min(1, "Please enter at least 1.")
		.max(400, "Please enter at most 400."),
	hours: callHoursSchema.optional(),
	time_zone: z.string("Please enter a time zone.").max(100).optional(),
});
