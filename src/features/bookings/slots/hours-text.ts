import type { CallHours, Interval } from "./call-hours.schema.ts";

/** '08:00-12:00, 13:00-17:00'; empty for a closed day. */
export const hoursText = (hours: readonly Interval[]) => hours.map(([open, close]) => `${open}-${close}`).join(", ");

/** Reads what staff type, '8-12' and dashes of any kind included; what it cannot read stays, for the schema to refuse. */
export function parseHours(text: string): Interval[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter(Boolean)
		.map((part): Interval => {
			const [open = "", close = ""] = part.split(/-|–|—|to/);
			return [clockText(open), clockText(close)];
		});
}

function clockText(text: string): string {
	const [, hour, minute = "00"] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
	return hour === undefined ? text.trim() : `${hour.padStart(2, "0")}:${minute}`;
}

/** The numbers of the settings, in the order of the form. */
export const hourNumbers = {
	length_minutes: "Call Length (minutes)",
	grid_minutes: "Time Between Starts (minutes)",
	buffer_before_minutes: "Buffer Before a Call (minutes)",
	buffer_after_minutes: "Buffer After a Call (minutes)",
	notice_minutes: "Minimum Notice to Book (minutes)",
	change_notice_minutes: "Minimum Notice to Move (minutes)",
	horizon_days: "Book Up To (days ahead)",
	calls_at_once: "Calls at the Same Time",
} as const satisfies Partial<Record<keyof CallHours, string>>;
