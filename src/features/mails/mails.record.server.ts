import { getTableColumns, isNotNull, sql } from "drizzle-orm";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { mailRecord } from "./mails.record.ts";
import { type MailRow, mailsTable } from "./mails.table.ts";

/** Not an account email, whose link has expired (people request a new one), nor what never got its attachment. */
export const canBeSentAgain = sql<boolean>`(
	${mailsTable.status} in ('sent', 'kept', 'failed') and ${mailsTable.kind} <> 'account' and ${mailsTable.content} is not null
	and (${mailsTable.kind} not in ('invoice', 'reminder') or ${mailsTable.content} ? 'attachments')
)`;

/** Emails without a recipient are left out (mail-outbox.server.ts). */
export const toSomebody = isNotNull(mailsTable.recipient);

/** Never the content, which may hold megabytes of attachments. */
const { content, ...columns } = getTableColumns(mailsTable);
export const listedColumns = { ...columns, may_go_again: canBeSentAgain.as("may_go_again") };

type ListedMail = Omit<MailRow, "content"> & { may_go_again: boolean };

/** What leaves the server. */
function presentMail(row: ListedMail) {
	return {
		...pick(row, ["id", "record_table", "record_id", "kind", "subject", "status", "attempts", "last_error"]),
		may_go_again: row.may_go_again,
		recipient: row.recipient ?? "",
		...withIsoDates(pick(row, ["queued_at", "sent_at", "updated_at"])),
	};
}
export type PresentedMail = ReturnType<typeof presentMail>;

export const mails: RecordSource<ListedMail, PresentedMail> = {
	record: mailRecord,
	table: mailsTable,
	columns: listedColumns,
	owner: sql<string | null>`${mailsTable.record_table}`,
	listed: () => toSomebody,
	present: presentMail,
};
