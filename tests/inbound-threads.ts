import { mailsTable } from "#features/mails/mails.table.ts";
import { threadReplyTo } from "#features/threads/compose/thread-address.server.ts";
import { lockThread } from "#features/threads/thread-of-record.server.ts";
import { threadMessageIdsTable, threadMessagesTable } from "#features/threads/threads.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertContact } from "./factories/contacts.ts";
import { corpus } from "./inbound-corpus.ts";

/** A conversation of the corpus, and what an answer to its reply may name. */
export type CorpusThread = { n: number; contactId: string; threadId: string; mailId: string };

/** The inquiries of the corpus, each answered once from the desk. */
export async function setUpCorpusThreads(deps: Pick<Deps, "db" | "settings">, run: string) {
	const threads: CorpusThread[] = [];
	const placeholders: Record<string, string> = { RUN: run, INBOUND_ADDRESS: deps.settings.inbound.address };
	for (const { n, firstName, lastName, email, subject, message, reply } of corpus.setup.threads) {
		const contact = await insertContact(deps.db, {
			name: `${firstName} ${lastName}`,
			email,
			subject: subject || null,
			message,
			status: "in_progress",
		});
		const thread = await lockThread(deps.db, { table: "contact_inquiries", id: contact.id });
		const [mail] = await deps.db
			.insert(mailsTable)
			.values({
				kind: "reply",
				recipient: email,
				reply_to: threadReplyTo(deps.settings, thread.token),
				subject: `Re: ${subject || "Your inquiry"}`,
				record_table: "contact_inquiries",
				record_id: contact.id,
				status: "sent",
				attempts: 1,
				content: { text: reply, html: reply },
			})
			.returning();
		if (!mail) throw new Error("no mail");
		const id = `<${mail.id}.1@firm.example>`;
		await deps.db.insert(threadMessagesTable).values({
			thread_id: thread.id,
			kind: "reply",
			at: new Date("2026-03-04T14:00:00Z"),
			to_addresses: [email],
			subject: mail.subject,
			text: reply,
			mail_id: mail.id,
		});
		await deps.db.insert(threadMessageIdsTable).values({ message_id: id, thread_id: thread.id, mail_id: mail.id });
		placeholders[`MESSAGE_ID_OF_REPLY_${n}`] = id;
		placeholders[`ANCHOR_${n}`] = `<thread.${thread.id}@firm.example>`;
		placeholders[`REPLY_TO_OF_REPLY_${n}`] = mail.reply_to ?? "";
		threads.push({ n, contactId: contact.id, threadId: thread.id, mailId: mail.id });
	}
	return { threads, placeholders };
}
