import { type QueuedMail, queueMail, skipMail } from "#features/mails/mail-outbox.server.ts";
import { mailboxOf } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
import { withoutLinks } from "#lib/text/plain-words.ts";
import { briefly } from "#lib/text/text.ts";
import { formatFirmMoment } from "#lib/time/firm-moment.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import { composeLetter, type Letter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { addressIn, type Settings } from "#platform/process/settings.server.ts";
import { recordOf } from "#records.ts";
import { site } from "#site.config.ts";
import { inThread } from "./thread-of-record.server.ts";
import type { ThreadTable } from "./threads.schema.ts";

/** What a visitor has sent through a form of the public site. */
export type VisitorRequest = {
	record: { table: ThreadTable; id: string };
	visitor: { name: string; email: string };
	/** When it was sent, if staff have released it only now. */
	sentAt?: Date | undefined;
	/** To STAFF_EMAIL, with the visitor's name and address as the first facts, and a link to the record. */
	notice: Omit<Letter, "closing" | "action" | "reason">;
	/** To the visitor, who is greeted by name. */
	confirmation: Omit<Letter, "closing" | "reason">;
	/** Of the link in the confirmation, which confirms a call. */
	token?: string;
};

/**
 * Of what a visitor has written, name included, in a message to whatever address was typed: enough to know it again,
 * too little to be worth sending to strangers in our name.
 */
const quotedCharacters = 200;

/** Without this limit, anyone could use the forms to flood any mailbox in our name. */
const confirmationLimit: RateLimit = { name: "confirmation mails", points: 3, seconds: 3600 };

const sentForm = () =>
	`You're getting this email because someone, most likely you, entered this address on the ${firm().name} website. If it wasn't you, you don't need to do anything.`;

/**
 * Writes the emails that a request causes: a notice to staff and a confirmation to the visitor. To be called before the
 * transaction that stores the request; what it returns queues them inside of it.
 */
export async function writeRequestMails(
	deps: Pick<Deps, "jobs" | "settings" | "rateLimits">,
	{ record, visitor, sentAt, notice, confirmation, token }: VisitorRequest,
): Promise<(tx: Database) => Promise<void>> {
	const { staffEmail } = deps.settings.mail;
	const { name, email } = visitor;
	const definition = recordOf(record.table);
	const toStaff: QueuedMail | undefined = staffEmail
		? {
				kind: "notice",
				record,
				to: staffEmail,
				replyTo: email,
				...composeLetter({
					...notice,
					facts: [
						{ label: "Name", value: name },
						{ label: "Email", value: email },
						...(notice.facts ?? []),
						...(sentAt ? [{ label: "Sent", value: `${formatFirmMoment(site, sentAt)} (on hold until now)` }] : []),
					],
					action: {
						label: `Open the ${definition?.noun}`,
						link: new URL(definition?.path(record.id) ?? "/admin", deps.settings.siteUrl).href,
					},
					closing: `Reply to this email to reach ${name}.`,
				}),
			}
		: undefined;
	const toVisitor = {
		kind: "confirmation",
		record,
		to: email,
		...composeConfirmation(name, confirmation, sentForm()),
		...(token && { token, linkFor: "confirm" }),
	} satisfies QueuedMail;
	const skipReason = await reasonToSkip(deps, email);
	return async (tx) => {
		if (toStaff) await queueMail(deps, tx, toStaff);
		if (skipReason) await skipMail(tx, toVisitor, skipReason);
		else await queueMail(deps, tx, { ...toVisitor, ...(await inThread(deps, tx, record)) });
	};
}

/** What a visitor gets who has written to us. */
export const composeConfirmation = (name: string, confirmation: VisitorRequest["confirmation"], reason: string) =>
	composeLetter({ ...quotedBriefly(name, confirmation), closing: confirmationClosing(), reason });

const confirmationClosing = () => `If anything is wrong or missing, reply to this email or call ${firm().phone}.`;

/** A part of both emails, if the visitor has written it. */
export const quoted = (label: string, text: string | null) => text !== null && { quote: { label, text } };

async function reasonToSkip(
	{ settings, rateLimits }: Pick<Deps, "settings" | "rateLimits">,
	address: string,
): Promise<string | undefined> {
	const mailbox = mailboxOf(address);
	if (ownMailboxes(settings).includes(mailbox)) return "Not sent: This is one of our own addresses.";
	const wait = await rateLimits.count(confirmationLimit, mailbox);
	return wait === undefined
		? undefined
		: `Not sent: This address already got ${confirmationLimit.points} confirmations in the past hour.`;
}

/** A confirmation to one of these could be answered by a machine, and that answer confirmed. */
function ownMailboxes({ mail }: Settings): string[] {
	return [firm().email, mail.staffEmail, addressIn(mail.from)]
		.filter((address) => address !== undefined)
		.map(mailboxOf);
}

/** The letter with a greeting, and with no more of the visitor's words than may be, none of which is a link. */
function quotedBriefly<Content extends VisitorRequest["confirmation"]>(name: string, letter: Content): Content {
	let left = quotedCharacters;
	function quoted(text: string): string {
		const brief = briefly(text, left);
		left = Math.max(0, left - [...text].length);
		return withoutLinks(brief);
	}
	const greeting = `Hello ${quoted(name)},`;
	const { facts, quote, paragraphs } = letter;
	return {
		...letter,
		paragraphs: [greeting, ...paragraphs],
		...(facts && { facts: facts.map(({ label, value }) => ({ label, value: quoted(value) })) }),
		...(quote && { quote: { ...quote, text: quoted(quote.text) } }),
	};
}
