import { and, desc, getTableColumns, inArray, sql } from "drizzle-orm";
import { mailsTable } from "#features/mails/mails.table.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { StatusTone } from "#lib/status.ts";
import type { Database } from "#platform/database/database.server.ts";
import { columnOf, momentOf, type RecordSource } from "#platform/records/records.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 50;

/** Something that a person sent or received. */
type Dealing = {
	kind: string;
	id: string;
	/** What the person called themselves. */
	name: string | null;
	phone: string | null;
	title: string;
	status: { label: string; tone: StatusTone };
	notes: string | null;
	at: Date;
};

/** Everything from one address, regardless of capitals, newest first. */
export async function listDealings(db: Database, sources: readonly RecordSource[], email: string): Promise<Dealing[]> {
	const dealings = await Promise.all(sources.map((source) => listDealingsOfKind(db, source, email)));
	return dealings.flat().sort((a, b) => b.at.getTime() - a.at.getTime());
}

async function listDealingsOfKind(db: Database, source: RecordSource, email: string): Promise<Dealing[]> {
	const { record, table } = source;
	const { person, statuses } = record;
	if (!person || !statuses) return [];
	const orderedBy = columnOf(source, record.orderedBy);
	const { notes } = getTableColumns(table);
	const rows = await db
		.select({
			id: table.id,
			name: person.name ? columnOf(source, person.name) : sql<null>`null`,
			phone: person.phone ? columnOf(source, person.phone) : sql<null>`null`,
			notes: notes ?? sql<null>`null`,
			title: source.personTitle ?? columnOf(source, person.title),
			status: columnOf(source, "status"),
			at: orderedBy,
		})
		.from(table)
		.where(sql`lower(${columnOf(source, person.email)}) = lower(${email})`)
		.orderBy(desc(orderedBy))
		.limit(mostOfEach);
	return rows.map(({ id, name, phone, title, status, notes, at }) => ({
		kind: record.kind,
		id: String(id),
		name: textOf(name),
		phone: textOf(phone),
		notes: textOf(notes),
		title: String(title ?? person.untitled),
		status: {
			label: statuses.labels[String(status)] ?? String(status),
			tone: statuses.tones[String(status)] ?? "grey",
		},
		at: momentOf(source, at),
	}));
}

const textOf = (value: unknown) => (value === null || value === undefined || value === "" ? null : String(value));

/** The newest emails to one address. @param tables of the records that they are about; all if undefined */
export async function listMailsTo(db: Database, email: string, tables: string[] | undefined) {
	const { id, kind, queued_at, recipient, record_table, status, subject } = mailsTable;
	const rows = await db
		.select({ id, kind, subject, status, at: queued_at })
		.from(mailsTable)
		.where(and(sql`lower(${recipient}) = lower(${email})`, tables && inArray(record_table, tables)))
		.orderBy(desc(queued_at))
		.limit(mostOfEach);
	return rows.map(withIsoDates);
}
