import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { applicationStatuses } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { jobsTable } from "#features/jobs/jobs.table.ts";
import { firm } from "#lib/firm.ts";
import { requestStatuses } from "#lib/status.ts";
import { formatDayLong, formatTimeOfDay } from "#lib/time/dates.ts";
import type { Database } from "#platform/database/database.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import type { FieldValues } from "./compose/fields.ts";
import type { Answered } from "./compose/subject.ts";
import type { ThreadRecord } from "./thread-of-record.server.ts";
import type { ThreadTable } from "./threads.schema.ts";

/** What a thread needs to know about its record, regardless of the record's kind. */
export type Facts = {
	id: string;
	name: string;
	email: string;
	status: string;
	/** What the visitor sent; null for an inquiry by email, because there it is the first message. */
	formText: string | null;
	created_at: Date;
	first_answered_at: Date | null;
	/** Only for an inquiry. */
	subject: string | null;
	/** The service type, or the job's title. */
	service: string | null;
	date: string | null;
	time: string | null;
	/** Whether it blocks time, and there is no one to write to. */
	blocked: boolean;
};

/** What a kind of record doesn't have. */
const nothing = { subject: null, service: null, date: null, time: null };

/** The columns of each kind under the names above. */
const columnsOf = {
	bookings: {
		table: bookingsTable,
		id: bookingsTable.id,
		name: bookingsTable.name,
		email: bookingsTable.email,
		status: bookingsTable.status,
		formText: sql`coalesce(${bookingsTable.message}, '')`,
		created_at: bookingsTable.created_at,
		first_answered_at: bookingsTable.first_answered_at,
		service: bookingsTable.service_type,
		date: bookingsTable.preferred_date,
		time: bookingsTable.preferred_time,
	},
	contact_inquiries: {
		table: contactsTable,
		id: contactsTable.id,
		name: contactsTable.name,
		email: contactsTable.email,
		status: contactsTable.status,
		formText: sql`case when ${contactsTable.source} <> 'email' then ${contactsTable.message} end`,
		created_at: contactsTable.created_at,
		first_answered_at: contactsTable.first_answered_at,
		subject: contactsTable.subject,
	},
	job_applications: {
		table: applicationsTable,
		id: applicationsTable.id,
		name: applicationsTable.applicant_name,
		email: applicationsTable.applicant_email,
		status: applicationsTable.status,
		formText: sql`coalesce(${applicationsTable.cover_letter}, '')`,
		created_at: applicationsTable.applied_at,
		service: sql`coalesce((select ${jobsTable.title} from ${jobsTable} where ${jobsTable.slug} = ${applicationsTable.job_id}), ${applicationsTable.job_id})`,
	},
} as const satisfies Record<ThreadTable, Record<string, unknown>>;

export async function readFacts(db: Database, table: ThreadTable, ids: string[]): Promise<Map<string, Facts>> {
	if (ids.length === 0) return new Map();
	const { table: from, ...columns } = columnsOf[table];
	const named = Object.fromEntries(
		Object.entries(columns).map(([name, column]) => [name, sql`${column as AnyColumn | SQL}`.as(name)]),
	);
	const rows = (await db.select(named).from(from).where(amongIds(from.id, ids))) as Record<string, string | null>[];
	return new Map(
		rows.map((row) => {
			const facts = {
				...nothing,
				...(row as unknown as Facts),
				created_at: new Date(row.created_at ?? 0),
				first_answered_at: row.first_answered_at ? new Date(row.first_answered_at) : null,
				blocked: row.service === "Blocked Time" && table === "bookings",
			};
			return [facts.id, facts];
		}),
	);
}

/** @throws {HttpError} 404 */
export async function getFacts(db: Database, { table, id }: ThreadRecord): Promise<Facts> {
	const facts = (await readFacts(db, table, [id])).get(id);
	if (!facts) throw notFound("This record");
	return facts;
}

export const tableOf = (table: ThreadTable) => columnsOf[table].table;

export const statusesOf = (table: ThreadTable): readonly string[] =>
	table === "job_applications" ? applicationStatuses : requestStatuses;

/** The subject of a reply if no email has been received. */
export function answeredOf(table: ThreadTable, { subject, service }: Facts): Answered {
	if (table === "bookings") return { table, service: service ?? "Your call" };
	if (table === "job_applications") return { table };
	return { table, subject };
}

/** The values of a canned reply's fields (contracts: inbox 5). */
export function fieldValues(table: ThreadTable, facts: Facts, member: { full_name: string | null }): FieldValues {
	const service = facts.service === "general-application" ? "General Application" : facts.service;
	return {
		name: facts.name,
		first_name: facts.name.trim().split(/\s/)[0] || null,
		email: facts.email,
		service: table === "contact_inquiries" ? "your inquiry" : service,
		subject: facts.subject,
		date: facts.date && formatDayLong(facts.date),
		time: facts.time && formatTimeOfDay(facts.time),
		my_name: member.full_name,
		firm: firm().name,
		phone: firm().phone,
	};
}
