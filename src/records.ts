import { applicationRecord } from "./features/applications/applications.record.ts";
import { bookingRecord } from "./features/bookings/bookings.record.ts";
import { calendarFeedRecord, callHoursRecord } from "./features/bookings/slots/call-hours.record.ts";
import { contactRecord } from "./features/contacts/contacts.record.ts";
import { inboundMailRecord } from "./features/inbound/inbound.record.ts";
import { invoiceRecord } from "./features/invoices/invoices.record.ts";
import { retainerRecord } from "./features/invoices/retainers/retainers.record.ts";
import { jobRecord } from "./features/jobs/jobs.record.ts";
import { mailRecord } from "./features/mails/mails.record.ts";
import { postRecord } from "./features/posts/posts.record.ts";
import { erasedPersonRecord } from "./features/privacy/privacy.record.ts";
import { quarantineRecord } from "./features/quarantine/quarantine.record.ts";
import { sitePageRecord } from "./features/site-pages/site-pages.record.ts";
import { cannedReplyRecord, threadMessageRecord, threadRecord } from "./features/threads/threads.record.ts";
import { invitationRecord, userRecord } from "./features/users/users.record.ts";
import { type Areas, seesArea } from "./lib/access/areas.ts";
import type { RecordDefinition } from "./lib/record.ts";

const all = [
	bookingRecord,
	contactRecord,
	applicationRecord,
	jobRecord,
	invoiceRecord,
	retainerRecord,
	postRecord,
	userRecord,
	invitationRecord,
	quarantineRecord,
	erasedPersonRecord,
	mailRecord,
	callHoursRecord,
	calendarFeedRecord,
	threadRecord,
	threadMessageRecord,
	inboundMailRecord,
	cannedReplyRecord,
	sitePageRecord,
] as const;

/** Tables whose records may be seen in the activity log. */
export type RecordTable = (typeof recordTables)[number];
/** Tables whose records show their emails. */
export type MailedTable = (typeof mailedTables)[number];
/** Every kind of record, in the order in which what is made of them lists them. */
export const records: readonly RecordDefinition[] = all;

/** The kind of record that a table holds. */
export const recordOf = (table: string): RecordDefinition | undefined => records.find((each) => each.table === table);

/** The kind of record that search and histories name so. */
export const recordOfKind = (kind: string): RecordDefinition | undefined => records.find((each) => each.kind === kind);

/**
 * Whether someone with this limit may see the rows of a table, or the one with this id. A row that belongs to another record
 * is asked for by the table of that one.
 */
export function sees(limit: Areas, table: string | null, id?: string): boolean {
	if (limit === null) return true;
	const record = table === null ? undefined : recordOf(table);
	if (!record || record.area === "record" || (id && record.unlimitedRows?.includes(id))) return false;
	return seesArea(limit, record.area);
}

/** The tables that someone with this limit may see; undefined without one, so that a query needs no condition. */
export const seenTables = (limit: Areas): string[] | undefined =>
	limit === null ? undefined : records.flatMap(({ table }) => (sees(limit, table) ? table : []));

export const recordTables = all.map(({ table }) => table);
export const mailedTables = all.flatMap((each) => ("mailed" in each ? [each.table] : []));

/** What the dashboard calls its numbers. */
const counted = all.flatMap((each) => ("counted" in each ? [each.counted] : []));
export const countedTotals = counted.map(({ all }) => all);
export const countedWaiting = counted.flatMap((each) => ("waiting" in each ? [each.waiting.as] : []));
