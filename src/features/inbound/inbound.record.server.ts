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

export const inboundMails: RecordSource<InboundMail, PresentedInbound> = {
	record: inboundMailRecord,
	table: inboundMailsTable,
	listed: () => isStillListed,
	present: presentInbound,
};
