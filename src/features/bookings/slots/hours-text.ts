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
	length_minutes: "Length of a call (minutes)",
	grid_minutes: "A start every (minutes)",
	buffer_before_minutes: "Free before a call (minutes)",
	buffer_after_minutes: "Free after a call (minutes)",
	notice_minutes: "Book at least ahead (minutes)",
	change_notice_minutes: "Move at least ahead (minutes)",
	horizon_days: "Book at most ahead (days)",
	calls_at_once: "Calls at once",
} as const satisfies Partial<Record<keyof CallHours, string>>;
