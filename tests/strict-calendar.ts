import { z } from "zod";

/** A calendar message as a calendar understands it. */
const messageSchema = z.object({
	METHOD: z.enum(["REQUEST", "CANCEL"]),
	UID: z.string().regex(/^\S+@\S+$/),
	SEQUENCE: z.string().regex(/^\d+$/).transform(Number),
	DTSTAMP: z.string().regex(/^\d{8}T\d{6}Z$/),
	DTSTART: z.string().regex(/^\d{8}T\d{6}Z$/),
	DTEND: z.string().regex(/^\d{8}T\d{6}Z$/),
	STATUS: z.enum(["CONFIRMED", "CANCELLED"]),
	ORGANIZER: z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/i),
	ATTENDEE: z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/i),
	SUMMARY: z.string(),
});
export type CalendarMessage = z.infer<typeof messageSchema>;

const value = String.raw`(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*)`;
const contentLine = new RegExp(String.raw`^([A-Z-]+)((?:;[A-Z-]+=${value}(?:,${value})*)*):(\P{Cc}*)$`, "u");
const textProperties = new Set(["SUMMARY", "DESCRIPTION", "LOCATION"]);

/** Reads one message by the letter of RFC 5545 and 5546. @throws at the first fault */
export function readStrictly(text: string): CalendarMessage {
	if (!text.endsWith("END:VCALENDAR\r\n") && !text.endsWith("END:VCALENDAR")) throw new Error("it does not end");
	if (/\r(?!\n)|(?<!\r)\n/.test(text)) throw new Error("a line ends in something else than CRLF");
	for (const line of text.split("\r\n")) {
		if (Buffer.byteLength(line) > 75) throw new Error(`a line of more than 75 octets: ${line}`);
	}
	const open: string[] = [];
	const found: Record<string, string> = {};
	let events = 0;
	for (const line of text
		.trimEnd()
		.replaceAll(/\r\n[ \t]/g, "")
		.split("\r\n")) {
		const [, name = "", parameters = "", content = ""] = contentLine.exec(line) ?? [];
		if (!name) throw new Error(`not a content line: ${line}`);
		if (name === "BEGIN") {
			if (content === "VEVENT") events++;
			else if (content !== "VCALENDAR") throw new Error(`unexpected ${content}`);
			open.push(content);
		} else if (name === "END") {
			if (open.pop() !== content) throw new Error(`${content} ends and has not begun`);
		} else {
			if (/;TZID=/.test(parameters)) throw new Error(`a time zone: ${line}`);
			const unescaped = content.replaceAll(/\\[\\;,nN]/g, "");
			if (textProperties.has(name) && /[\\;,]/.test(unescaped)) throw new Error(`not escaped: ${line}`);
			if (name in found) throw new Error(`${name} twice`);
			found[name] = content;
		}
	}
	if (open.length > 0 || events !== 1) throw new Error(`${events} events, ${open.join()} not ended`);
	if (found.VERSION !== "2.0" || !found.PRODID) throw new Error("no version or no product");
	return messageSchema.parse(found);
}

/**
 * A calendar that follows RFC 5546: an entry is known by its UID, an older SEQUENCE is ignored, and among equal ones the
 * later stamp counts. Gmail, Outlook, and Apple Calendar agree in this.
 */
export function newCalendar() {
	const entries = new Map<string, CalendarMessage>();
	return {
		receive(message: CalendarMessage): void {
			const known = entries.get(message.UID);
			const isNewer =
				!known ||
				message.SEQUENCE > known.SEQUENCE ||
				(message.SEQUENCE === known.SEQUENCE && message.DTSTAMP >= known.DTSTAMP);
			if (isNewer) entries.set(message.UID, message);
		},
		/** Its owner's answer: an entry that was declined is hidden until a newer message comes. */
		decline(answer: string): void {
			const lineOf = (name: string) => new RegExp(`^${name}:(.*)$`, "m").exec(answer)?.[1]?.trim() ?? "";
			const entry = entries.get(lineOf("UID"));
			if (!answer.includes("PARTSTAT=DECLINED") || entry?.SEQUENCE !== Number(lineOf("SEQUENCE"))) {
				throw new Error("the answer is to no entry");
			}
			entries.set(entry.UID, { ...entry, STATUS: "CANCELLED" });
		},
		/** The starts of what it shows. */
		shown: () => [...entries.values()].filter(({ STATUS }) => STATUS !== "CANCELLED").map(({ DTSTART }) => DTSTART),
	};
}
