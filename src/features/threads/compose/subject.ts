import { toOneLine } from "#lib/text/text.ts";

/** Reply prefixes of mail programs (contracts: inbox 4), repeated, with an optional number: 'Re: AW[2]: '. */
const replyPrefixes = /^(?:(?:re|aw|sv|vs|antw|rv|rif|r|odp|回复|答复|返信)(?:\[\d{1,3}\])?[:：]\s*)+/i;

const withoutReplyPrefixes = (subject: string) => toOneLine(subject).replace(replyPrefixes, "");

/** What a reply is about before its sender changes it. */
export type Answered =
	| { received: string }
	| { table: "contact_inquiries"; subject: string | null }
	| { table: "bookings"; service: string }
	| { table: "job_applications" };

/** The subject of a reply: of the newest received email, or what the record is about. */
export function replySubject(answered: Answered): string {
	if ("received" in answered) return `Re: ${withoutReplyPrefixes(answered.received)}`.trim();
	if (answered.table === "bookings") return `Re: ${answered.service}`;
	if (answered.table === "job_applications") return "Re: Your application";
	return `Re: ${answered.subject || "Your inquiry"}`;
}
