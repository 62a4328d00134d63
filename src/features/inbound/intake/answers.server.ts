import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { ReadMessage } from "#features/inbound/message/read-message.ts";
import { queueMail, skipMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { isMessageId } from "#features/threads/compose/references.ts";
import { composeConfirmation, type VisitorRequest } from "#features/threads/request-mails.server.ts";
import { inThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { mailboxOf } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { mailboxIn } from "./facts.server.ts";

type AnswerDeps = Pick<Deps, "jobs" | "settings" | "clock">;

/** Emails that are sent without anyone on our side pressing a button. */
const automaticKinds = ["confirmation", "invitation", "call_reminder", "reminder"] as const;
const sentEmail =
	"You're getting this email because we received an email from this address. If you didn't send it, you don't need to do anything.";
const mostToDomain = 10;
const mostNotices = 100;

/** Confirms a new inquiry, unless its sender may be a machine; a row then says why not. Nothing else is answered by itself. */
export async function confirmInquiry(
	tx: Database,
	deps: AnswerDeps,
	message: ReadMessage,
	id: string,
	{ name, confirmation }: { name: string; confirmation: VisitorRequest["confirmation"] },
): Promise<void> {
	if (!message.from) return;
	const mail = {
		kind: "confirmation" as const,
		record: { table: "contact_inquiries" as const, id },
		to: message.from.address,
		...composeConfirmation(name, confirmation, sentEmail),
		...(await inThread(deps, tx, { table: "contact_inquiries", id })),
		...(message.messageId && isMessageId(message.messageId) && { inReplyTo: message.messageId }),
	};
	const skipReason = await reasonToSkip(tx, deps, message);
	if (skipReason) await skipMail(tx, mail, skipReason);
	else await queueMail(deps, tx, mail);
}

async function reasonToSkip(tx: Database, { settings }: AnswerDeps, message: ReadMessage): Promise<string | undefined> {
	const { from, to, cc, returnPath } = message;
	if (!settings.inbound.confirm) return "Not sent: INBOUND_CONFIRM is off.";
	if (!from || message.automatic || message.list) return "Not sent: The email was sent automatically.";
	if (message.suppressesAnswers) return "Not sent: The email asks senders not to reply automatically.";
	const own = mailboxOf(settings.inbound.address);
	if (![...to, ...cc].some((address) => mailboxOf(address) === own))
		return "Not sent: Our address is in neither To nor Cc.";
	const sender = mailboxOf(from.address);
	if (returnPath !== null && mailboxOf(returnPath) !== sender)
		return "Not sent: This email's bounces go to a different address.";
	const domain = sender.slice(sender.lastIndexOf("@"));
	const { kind, queued_at, recipient, status } = mailsTable;
	const [sent] = await tx
		.select({
			toSender: sql<number>`count(*) filter (where ${mailboxIn(recipient)} = ${sender})::int`,
			toDomain: sql<number>`count(*) filter (where right(lower(${recipient}), ${domain.length}) = ${domain} and ${queued_at} > now() - interval '1 hour')::int`,
		})
		.from(mailsTable)
		.where(
			and(gt(queued_at, sql`now() - interval '24 hours'`), ne(status, "skipped"), inArray(kind, [...automaticKinds])),
		);
	if (sent && sent.toSender > 0) return "Not sent: This address got an automatic email within the past 24 hours.";
	if (sent && sent.toDomain >= mostToDomain) {
		return `Not sent: Addresses at ${domain} got ${mostToDomain} automatic emails within the past hour.`;
	}
	return undefined;
}

/** Notifies staff of a message written by a person, at most 100 times an hour. */
export async function notifyStaff(
	tx: Database,
	deps: AnswerDeps,
	{ from, subject }: Pick<ReadMessage, "from" | "subject">,
	record: ThreadRecord,
	isNew: boolean,
	path: string,
): Promise<void> {
	const { staffEmail } = deps.settings.mail;
	if (!staffEmail || !from) return;
	const isRecent = and(gt(mailsTable.queued_at, sql`now() - interval '1 hour'`), eq(mailsTable.kind, "notice"));
	if ((await tx.$count(mailsTable, isRecent)) >= mostNotices) return;
	const name = from.name || from.address;
	const { replyHours } = firm();
	const promise = replyHours === null ? "" : ` We promised to respond within ${counted(replyHours, "hour")}.`;
	await queueMail(deps, tx, {
		kind: "notice",
		record,
		to: staffEmail,
		replyTo: from.address,
		...composeLetter({
			subject: isNew ? `New message from ${name}` : `${name} replied: ${subject}`,
			heading: isNew ? "New contact inquiry" : "New reply",
			preview: subject || "No subject",
			paragraphs: [isNew ? `${name} sent us an email.${promise}` : `${name} replied by email.`],
			facts: [
				{ label: "Name", value: name },
				{ label: "Email", value: from.address },
				{ label: "Subject", value: subject || "No subject" },
			],
			action: { label: "Open the conversation", link: new URL(path, deps.settings.siteUrl).href },
			closing: `Reply to this email to reach ${name}.`,
		}),
	});
}
