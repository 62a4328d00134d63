import type { ReadMessage } from "#features/inbound/message/read-message.ts";
import type { HoldReason } from "#features/quarantine/spam.ts";
import type { ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import type { MessageFlag } from "#features/threads/threads.schema.ts";

/** A record whose conversation a message names, and whether its sender takes part in it. */
export type NamedThread = { record: ThreadRecord; belongs: boolean };

/** What the site's own records say about a message. */
export type Facts = {
	/** It names a Message-ID under which the site has tried to send an email as its own. */
	isOwnId: boolean;
	/** From is the mailbox for replies, of outgoing email, or of the firm. */
	isFromUs: boolean;
	/** From is the mailbox of STAFF_EMAIL or of a member of staff. */
	isFromStaff: boolean;
	/** A message with this Message-ID came before, from another sender or with another date. */
	isReusedId: boolean;
	/** A report names one of our Message-IDs. */
	reportsOurs: boolean;
	/** The conversations that In-Reply-To names, then those in References, newest first. */
	references: NamedThread[];
	/** The conversation to whose plus-address it was sent. */
	token: NamedThread | undefined;
	/** The booking to whose invitation a calendar responds, if the sender is the client. */
	calendar: NamedThread | undefined;
	/** The firm's own mail server says that the sender is someone else. */
	isForged: boolean;
	/** Why it looks like spam, or that there were too many. */
	suspicions: HoldReason[];
};

type IgnoredReason = "own" | "no_sender" | "automatic" | "list" | "staff" | "unmatched" | "unreadable" | "too_large";

export type Decision =
	| { outcome: "bounce" }
	| { outcome: "ignored"; reason: IgnoredReason }
	| { outcome: "thread"; reason: "reference" | "token" | "calendar"; named: NamedThread; flags: MessageFlag[] }
	| { outcome: "held"; reasons: HoldReason[] }
	| { outcome: "new"; flags: MessageFlag[]; related: ThreadRecord | undefined };

/** What becomes of a message that hasn't been received before: the first rule that applies (docs/decisions/048). */
export function decide(message: ReadMessage, facts: Facts, unmatched: "new" | "ignore"): Decision {
	const { report, calendar } = message;
	const ignored = (reason: IgnoredReason): Decision => ({ outcome: "ignored", reason });
	const flags: MessageFlag[] = [
		...message.flags,
		...(facts.isReusedId ? (["reused_id"] as const) : []),
		...(facts.isForged ? (["unverified"] as const) : []),
	];
	if (report && (!report.plain || facts.reportsOurs)) {
		// A report of a successful delivery changes nothing.
		const isNews = report.recipients.length === 0 || report.recipients.some(({ action }) => action !== "other");
		return isNews ? { outcome: "bounce" } : ignored("automatic");
	}
	if (facts.isOwnId || facts.isFromUs) return ignored("own");
	if (!message.from) return ignored("no_sender");
	const answered = facts.isForged ? undefined : facts.references.find(({ belongs }) => belongs);
	const staff: MessageFlag[] = facts.isFromStaff ? ["staff_address"] : [];
	if (answered) return { outcome: "thread", reason: "reference", named: answered, flags: [...flags, ...staff] };
	if (facts.token) {
		const stranger: MessageFlag[] = facts.token.belongs ? [] : ["new_sender"];
		return { outcome: "thread", reason: "token", named: facts.token, flags: [...flags, ...stranger, ...staff] };
	}
	if (facts.calendar && calendar?.method === "REPLY") {
		return { outcome: "thread", reason: "calendar", named: facts.calendar, flags };
	}
	if (message.list) return ignored("list");
	if (message.automatic || calendar?.method === "REPLY" || calendar?.method === "COUNTER") return ignored("automatic");
	if (facts.isFromStaff) return ignored("staff");
	if (facts.isForged) return { outcome: "held", reasons: ["unverified"] };
	if (facts.suspicions.length > 0) return { outcome: "held", reasons: facts.suspicions };
	if (unmatched === "ignore") return ignored("unmatched");
	return { outcome: "new", flags, related: facts.references[0]?.record };
}

/** Whether a message in a conversation is shown and nothing else. */
export const isFromMachine = (flags: readonly MessageFlag[]) => flags.includes("automatic") || flags.includes("list");
