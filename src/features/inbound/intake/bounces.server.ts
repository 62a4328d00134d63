import { and, eq, notInArray, sql } from "drizzle-orm";
import type { DeliveryReport } from "#features/inbound/message/machines.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { threadMessagesTable } from "#features/threads/threads.table.ts";
import { mailboxOf } from "#lib/fields.ts";
import type { Database } from "#platform/database/database.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { ourMails } from "./facts.server.ts";

/**
 * Marks the email that bounced, if the report names one of its addresses. Otherwise, anyone who knows one of our
 * Message-IDs could make any email look lost.
 */
export async function noteReport(
	tx: Database,
	report: DeliveryReport,
): Promise<{ reason: "failed" | "delayed" | "no_match"; mailId: string | null }> {
	const named = [...new Set((await ourMails(tx, report.messageIds)).values())];
	let delayed: string | undefined;
	for (const mailId of named) {
		const addresses = await addressesOf(tx, mailId);
		const about = report.recipients.filter((one) => one.addresses.some((address) => addresses.has(mailboxOf(address))));
		const failed = about.find(({ action }) => action === "failed");
		if (failed) {
			const reason = failed.diagnostic.slice(0, 300);
			await tx
				.update(mailsTable)
				.set({ status: "failed", bounced_at: sql`now()`, last_error: `The mail came back: ${reason}` })
				// It has been sent again since then, so it is on its way.
				.where(and(eq(mailsTable.id, mailId), notInArray(mailsTable.status, ["queued", "skipped"])));
			return { reason: "failed", mailId };
		}
		if (about.some(({ action }) => action === "delayed")) delayed ??= mailId;
	}
	if (delayed) return { reason: "delayed", mailId: delayed };
	return { reason: "no_match", mailId: named[0] ?? null };
}

async function addressesOf(tx: Database, mailId: string): Promise<Set<string>> {
	const rows = await tx
		.select({
			recipient: mailsTable.recipient,
			to: threadMessagesTable.to_addresses,
			cc: threadMessagesTable.cc_addresses,
		})
		.from(mailsTable)
		.leftJoin(threadMessagesTable, eq(threadMessagesTable.mail_id, mailsTable.id))
		.where(amongIds(mailsTable.id, [mailId]));
	return new Set(
		rows
			.flatMap(({ recipient, to, cc }) => [recipient, ...(to ?? []), ...(cc ?? [])])
			.filter((address) => address !== null)
			.map(mailboxOf),
	);
}
