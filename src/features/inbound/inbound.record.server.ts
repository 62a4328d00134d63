import { sql } from "drizzle-orm";
import { contactRecord } from "#features/contacts/contacts.record.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { inboundMailRecord } from "./inbound.record.ts";
import { type InboundMail, inboundMailsTable } from "./inbound.table.ts";
import { isStillListed } from "./inbound-privacy.server.ts";

/** The parts of a received message that leave the server, no matter what was done with it. */
function presentInbound(row: InboundMail) {
	return {
		...pick(row, ["id", "source", "outcome", "reason", "message_id", "record_table", "record_id", "size"]),
		...pick(row, ["thread_message_id", "mail_id"]),
		...withIsoDates(pick(row, ["at", "updated_at"])),
		from: row.from_address === null ? null : { name: row.from_name ?? "", address: row.from_address },
		subject: row.subject ?? "",
		/** The outcome again, used to filter lists. */
		status: row.outcome,
	};
}
export type PresentedInbound = ReturnType<typeof presentInbound>;

/** A message that belongs to no record is an inquiry that no one has made one of; a report belongs to the email that it is about. */
const owner = sql<string | null>`case
	when ${inboundMailsTable.record_table} is not null then ${inboundMailsTable.record_table}
	when ${inboundMailsTable.mail_id} is null then ${contactRecord.table}
	else (select ${mailsTable.record_table} from ${mailsTable} where ${mailsTable.id} = ${inboundMailsTable.mail_id}) end`;

export const inboundMails: RecordSource<InboundMail & { owner_table: string | null }, PresentedInbound> = {
	record: inboundMailRecord,
	table: inboundMailsTable,
	owner,
	listed: () => isStillListed,
	present: presentInbound,
};
