import { desc, sql } from "drizzle-orm";
import type { StatusTone } from "#lib/status.ts";
import type { Database } from "#platform/database/database.server.ts";
import { columnOf, momentOf, type RecordSource } from "#platform/records/records.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 50;

/** Something that a person sent or received. */
type Dealing = { kind: string; id: string; title: string; status: { label: string; tone: StatusTone }; at: Date };

/** The part of it that leaves the server. */
export const presentDealing = ({ at, ...dealing }: Dealing) => ({ ...dealing, at: at.toISOString() });

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
	const rows = await db
		.select({
			id: table.id,
			title: columnOf(source, person.title),
			status: columnOf(source, "status"),
			at: orderedBy,
		})
		.from(table)
		.where(sql`lower(${columnOf(source, person.email)}) = lower(${email})`)
		.orderBy(desc(orderedBy))
		.limit(mostOfEach);
	return rows.map(({ id, title, status, at }) => ({
		kind: record.kind,
		id: String(id),
		title: String(title ?? person.untitled),
		status: {
			label: statuses.labels[String(status)] ?? String(status),
			tone: statuses.tones[String(status)] ?? "grey",
		},
		at: momentOf(source, at),
	}));
}
