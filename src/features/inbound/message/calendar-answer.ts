export type CalendarAnswer = {
	method: string;
	partstat: string | null;
	/** The address of the person who responds. */
	address: string | null;
	uid: string | null;
};

/** What a calendar part says: its method, and who responds. */
export function readCalendar(source: string): CalendarAnswer {
	const lines = source
		.slice(0, 200_000)
		.replace(/[^\P{Cc}\t\r\n]/gu, "")
		.replace(/\r?\n[ \t]/g, "")
		.split(/\r?\n/);
	const fieldOf = (name: string) =>
		lines.find((line) => line.toUpperCase().startsWith(`${name}:`))?.slice(name.length + 1);
	const attendee = lines.find((line) => /^ATTENDEE[;:]/i.test(line)) ?? "";
	return {
		method: fieldOf("METHOD")?.trim().toUpperCase() ?? "",
		partstat: /;PARTSTAT=([\w-]{1,30})/i.exec(attendee)?.[1]?.toUpperCase() ?? null,
		address: /:mailto:([^\s;]{1,254})$/i.exec(attendee)?.[1] ?? null,
		uid: fieldOf("UID")?.trim().slice(0, 255) || null,
	};
}
